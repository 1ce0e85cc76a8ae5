"""Where players meet: matches, tournaments, openings, statistics, ratings, the ladder.

settings, openings    all that decides the games of a match; how they begin
playing, played       games by number, compiled or move by move; what is left of one
match, crew           a match on several threads, gone on with where it was stopped
store                 the SQLite file of matches and ladders
tournament            many players, one scale
statistics, sprt      what the counts of a match say; when to stop
ratings, sequential_rating    maximum likelihood; the checkers paper's
"""

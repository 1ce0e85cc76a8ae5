"""Where players meet: matches, tournaments, openings, statistics, ratings, the ladder."""

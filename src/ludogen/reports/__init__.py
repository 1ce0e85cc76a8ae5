"""What is shown of runs: figures and pages that hold a paper against what came out here.

lab                 what a report asks for: runs, matches, measurements, kept and gone on with
figures             series by generation, boards of numbers, as SVG or PNG
portraits           champions by method: facts, boards, pictures
marker_graph        a marker net as a graph by layers; marker_layout, where its parts stand
feature_boards      hidden nodes of a 192-3-1 net as boards
othello_nets        what an Othello net thinks of the squares
decisions           what a paper leaves open, for every page
chellapilla         the checkers paper; checkers_strength measures whole populations
stanley             the Go paper; stanley_results and _page are its parts, eye_tests holds eyes to what evolution
                    did not show them, eye_graph draws their nets
moriarty            the Othello paper of 1995; moriarty_results, _tables and _page are its parts, othello_strength and
                    othello_courses measure nets without search, game_curves draws their games
"""

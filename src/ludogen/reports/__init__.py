"""What is shown of runs: figures and pages that hold a paper against what came out here.

figures        series by generation, boards of weights, as SVG or PNG
portraits      champions by method: facts, boards, pictures
marker_graph   a marker net as a graph by layers
othello_nets   what an Othello net thinks of the squares
chellapilla    the checkers paper: control experiments, figures, page
"""

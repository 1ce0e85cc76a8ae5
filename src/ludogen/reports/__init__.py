"""What is shown of runs: figures and pages that hold a paper against what came out here.

figures        series by generation, boards of weights, as SVG or PNG
chellapilla    the checkers paper: control experiments, figures, page
"""

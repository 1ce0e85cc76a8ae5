"""The three games once more, written to be obviously right and with no thought of speed.

Nothing here knows of bitboards, Numba or `ludogen`: the boards are tuples of letters, the rules are loops over squares.
Tests compare the compiled kernels with these twins.
"""

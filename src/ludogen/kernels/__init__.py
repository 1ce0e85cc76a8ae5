"""The compiled core, and the only folder that imports numba.

    cache         where machine code is kept between runs
    dispatch      generic functions, and the two decorators of every kernel
    bits, wide    64-bit words; bitboards of several words
    rules         what every game tells the kernels
    othello, checkers, go      the three games
    perft         counting the leaves of the game tree
    random_games  whole games of random moves in one call
    steps         one move at a time, for Python

Kernels raise nothing and see only words, tuples and arrays. Checks with clear errors stand one folder up, in `games`.
"""

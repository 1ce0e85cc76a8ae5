"""The compiled core, and the only folder that imports numba.

    cache, dispatch, records     machine code on disk; generic functions and the two decorators; single numpy records
    bits, wide, simd, fast_math  words; boards of several words; rows of floats in registers; tanh and logistic
    rules                        what every game tells the kernels
    othello, checkers, go        the three games
    perft, random_games, steps   counting trees; whole random games in one call; one move at a time, for Python
    evaluation                   what every evaluator tells the search
    squares, edges, iago         material and worth of squares; Iago's edges and stability
    feature_net, checkers_nets, layered_net      networks
    share_net, tuple_net, othello_symmetry       nets that estimate White's share; n-tuple nets; images of the board
    learning_games, atomics      nets learn in their games; counts that threads share
    feature_learning, tuple_learning             how each kind of net learns
    values                       values of single positions, for Python
    remembering                  an evaluator that keeps what a costly one said
    search, plain_search         what searches share; alpha-beta as the papers used it
    strong_search, transposition, move_order     alpha-beta to play well, its memory and its order of moves
    movers, whole_games          who moves in a compiled game; whole games between two of them
    marker_net, marker_code, fixed_net           nets that choose moves themselves; chromosomes with markers
    graph_net, genes, breeding                   recurrent nets of any shape; NEAT's genomes, distances, offspring
    pole_balancing                               a cart with two poles, a task for such nets
    replies                      a mover that remembers its replies
    trees, area_play                             GP trees of heuristics; players that they stand for
    online_evolution                             a run of genetic programming for every move
    roving_eye                   eyes that a net steers over Go boards
    eye_trials, eye_meetings     their games: against answers, among themselves
    go_answers, go_playouts      what white and a referee answer in them; Go by random playouts
    populations, trials          whole games among the members of a population, with search and without
    othello_solver, othello_few, othello_order, othello_targets, othello_stability, othello_lanes      exact endgames
    checkers_index, checkers_tables              endgame tables

Kernels raise nothing and see only words, tuples, records and arrays. Checks with clear errors stand one folder up.
"""

"""Frankland & Pillay 2015, plainly: nested trees, a board of letters, a run of genetic programming for one move."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.naive import othello

__all__ = ["Plan", "Random", "Run", "Strategy", "Tree", "best_squares", "flat", "nested", "nodes", "pruned", "says"]

MASK = (1 << 64) - 1
AREAS, CORNERS, EDGES, COUNT, MOBILITY, FRONTIER = 9, 9, 10, 11, 12, 13
LETTERS = "ABDEHIGCF"  # of tBH1 to tBH9
QUADRANT = {"A": ["11"], "B": ["12", "21"], "C": ["13", "31"], "D": ["14", "41"], "E": ["22"]}
QUADRANT |= {"F": ["23", "32"], "G": ["24", "42"], "H": ["33"], "I": ["34", "43"]}


@dataclass(frozen=True)
class Tree:
    """A function node with its arguments, or a terminal of a kind with a value."""

    arguments: "tuple[Tree, ...]" = ()
    kind: int = -1
    value: int = 0


# Trees


def nested(code: Iterator[int]) -> Tree:
    node = next(code)
    if node in (2, 3):
        return Tree(tuple(nested(code) for _ in range(node)))
    return Tree(kind=node // 64 - 1, value=node % 64)


def flat(tree: Tree) -> list[int]:
    if tree.arguments:
        return [len(tree.arguments), *(node for argument in tree.arguments for node in flat(argument))]
    return [64 * (tree.kind + 1) + tree.value]


def nodes(tree: Tree, depth: int = 0) -> list[tuple[Tree, int]]:
    """All nodes in prefix order, with their depths."""
    return [(tree, depth), *(one for argument in tree.arguments for one in nodes(argument, depth + 1))]


def replaced(tree: Tree, place: int, new: Tree) -> Tree:
    """The tree with another subtree at the node of this number."""
    if place == 0:
        return new
    arguments, at = [], 1
    for argument in tree.arguments:
        size = len(nodes(argument))
        arguments.append(replaced(argument, place - at, new) if at <= place < at + size else argument)
        at += size
    return Tree(tuple(arguments))


def pruned(tree: Tree, limit: int) -> Tree:
    """The deepest function nodes, the rightmost first, become the rightmost terminals below them."""
    while len(nodes(tree)) > limit:
        functions = [(depth, place) for place, (node, depth) in enumerate(nodes(tree)) if node.arguments]
        place = max(functions)[1]
        tree = replaced(tree, place, nodes(nodes(tree)[place][0])[-1][0])
    return tree


def says(tree: Tree, lots: int) -> list[int]:
    """What a tree says of each kind: the first value or, where the bit is set, the last; else 0."""
    values = []
    for kind in range(14):
        found = [node.value for node, _ in nodes(tree) if not node.arguments and node.kind == kind]
        values.append(0 if not found else found[-1] if lots >> kind & 1 else found[0])
    return values


# Players


@dataclass(frozen=True)
class Strategy:
    values: list[int]
    corners: str = "AD"
    edges: str = "BCGI"
    look: int = 0

    def worth_of(self, square: tuple[int, int]) -> int:
        name = "".join(str(min(line, 7 - line) + 1) for line in square)
        letter = next(letter for letter, squares in QUADRANT.items() if name in squares)
        worth = self.values[LETTERS.index(letter)]
        doubles = (self.values[CORNERS] and letter in self.corners) or (self.values[EDGES] and letter in self.edges)
        return 2 * worth if doubles else worth


def frontier(position: othello.Position) -> int:
    """Discs of the side that has just moved that lie beside an empty square."""
    mine, found = othello.other(position.mover), 0
    for row in range(8):
        for column in range(8):
            around = [(row + down, column + right) for down, right in othello.DIRECTIONS]
            inside = [8 * r + c for r, c in around if 0 <= r < 8 and 0 <= c < 8]
            found += position.board[8 * row + column] == mine and any(position.board[i] == "." for i in inside)
    return found


def worth_of_move(position: othello.Position, move: Any, strategy: Strategy, look: int) -> int:
    """Eight times the area's worth, less what replies and frontier discs cost, less what the other then gets."""
    after = othello.play(position, move)
    worth = 8 * strategy.worth_of(move)
    worth -= strategy.values[MOBILITY] * len(othello.placements(after.board, after.mover))
    worth -= strategy.values[FRONTIER] * frontier(after)
    return worth - best_worth(after, strategy, look - 1) if look > 0 else worth


def best_worth(position: othello.Position, strategy: Strategy, look: int) -> int:
    moves = othello.legal_moves(position)
    if not moves:
        black, white = othello.discs(position)
        lead = black - white if position.mover == "b" else white - black
        return (1 << 20) * ((lead > 0) - (lead < 0))
    if moves == [None]:
        return -best_worth(othello.play(position, None), strategy, look - 1) if look > 0 else 0
    return max(worth_of_move(position, move, strategy, look) for move in moves)


def best_squares(position: othello.Position, strategy: Strategy) -> list[tuple[int, int]]:
    """The squares among which chance decides."""
    moves = othello.placements(position.board, position.mover)
    worths = {move: worth_of_move(position, move, strategy, strategy.look) for move in moves}
    best = [move for move in moves if worths[move] == max(worths.values())]
    if strategy.values[COUNT]:
        turned = {move: len(othello.turned(position.board, position.mover, move)) for move in best}
        best = [move for move in best if turned[move] == max(turned.values())]
    return best


# A run for one move


def mix(value: int) -> int:
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def named(chance: int, purpose: int, number: int) -> int:
    return mix(chance ^ mix((purpose << 32) + number))


@dataclass
class Random:
    """The kernels' random numbers."""

    state: int

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return mix(self.state)

    def below(self, limit: int) -> int:
        return (self.word() >> 32) * limit >> 32


@dataclass(frozen=True)
class Plan:
    population: int
    generations: int
    trials: int
    tournament: int = 4
    crossover: float = 0.8
    mutation: float = 0.1
    depth: int = 6
    mutation_depth: int = 4
    limit: int = 64
    preserve: bool = True


@dataclass
class Run:
    """Evolves an alpha from a position."""

    plan: Plan
    chance: int
    alpha: Tree | None = None
    strategy: Strategy | None = None
    changes: int = 0
    fitness: list[int] = field(default_factory=list)

    def evolve(self, position: othello.Position) -> None:
        trees: list[Tree] = []
        for generation in range(self.plan.generations):
            words = mix(self.chance ^ mix(generation))
            trees = self.bred(trees, Random(named(words, 1, 0))) if trees else self.first(words)
            strategies = [Strategy(says(tree, named(words, 3, i))) for i, tree in enumerate(trees)]
            if self.alpha is None:
                chosen = (named(words, 5, 0) >> 32) * len(trees) >> 32
                self.alpha, self.strategy = trees[chosen], strategies[chosen]
            self.fitness = []
            for i, strategy in enumerate(strategies):
                points = self.challenge(position, strategy, named(words, 2, i))
                self.fitness.append(points)
                if points > self.plan.trials:
                    self.alpha, self.strategy = trees[i], strategy
                    self.changes += 1

    def first(self, words: int) -> list[Tree]:
        lowest = min(2, self.plan.depth)
        depths = range(lowest, self.plan.depth + 1)
        return [
            random_tree(Random(named(words, 1, i)), depths[i // 2 % len(depths)], i % 2 == 0)
            for i in range(self.plan.population)
        ]

    def challenge(self, position: othello.Position, strategy: Strategy, chance: int) -> int:
        assert self.strategy is not None
        points = 0
        for game in range(self.plan.trials):
            sides = (strategy, self.strategy) if game % 2 == 0 else (self.strategy, strategy)
            lead = play_out(position, sides, Random(named(chance, 2, game)))
            lead = lead if game % 2 == 0 else -lead
            points += 2 if lead > 0 else lead == 0
        return points

    def fittest(self, random: Random) -> int:
        drawn = [random.below(self.plan.population) for _ in range(self.plan.tournament)]
        return max(drawn, key=lambda one: self.fitness[one])

    def bred(self, trees: list[Tree], random: Random) -> list[Tree]:
        born: list[Tree] = []
        plan = self.plan
        while len(born) < plan.population:
            lot = (random.word() >> 11) * 2.0**-53
            one = trees[self.fittest(random)]
            assert self.alpha is not None
            if lot < plan.crossover:
                other = self.alpha if plan.preserve else trees[self.fittest(random)]
                start, first = random.below(len(nodes(other))), random.below(len(nodes(one)))
                born.append(pruned(replaced(other, start, nodes(one)[first][0]), plan.limit))
                born.append(pruned(replaced(one, first, nodes(other)[start][0]), plan.limit))
            elif lot < plan.crossover + plan.mutation:
                parent = self.alpha if random.below(2) == 1 and plan.preserve else one
                place = random.below(len(nodes(parent)))
                new = random_tree(random, random.below(plan.mutation_depth + 1), False)
                born.append(pruned(replaced(parent, place, new), plan.limit))
            else:
                born.append(one)
        return born[: plan.population]


def random_tree(random: Random, depth: int, is_full: bool, level: int = 0) -> Tree:
    if level < depth and (is_full or level == 0 or random.below(14) < 2):
        arguments = 2 + random.below(2)
        return Tree(tuple(random_tree(random, depth, is_full, level + 1) for _ in range(arguments)))
    kind = random.below(12)
    return Tree(kind=kind, value=random.below(2) if kind >= AREAS else 1 + random.below(32))


def play_out(
    position: othello.Position,
    sides: tuple[Strategy, Strategy],
    random: Random,
) -> int:
    """By how many discs the side to move leads at the end."""
    mine = position.mover
    while not othello.is_over(position):
        squares = best_squares(position, sides[position.mover != mine])
        if len(squares) > 1:
            squares = [squares[random.below(len(squares))]]
        position = othello.play(position, squares[0] if squares else None)
    black, white = othello.discs(position)
    return black - white if mine == "b" else white - black

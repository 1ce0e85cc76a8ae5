"""Players made of heuristics (Frankland & Pillay 2015): what the areas of the board are worth to them.

A player that evolves for every move is shown as it was when it moved: by its alpha of that very run, which depends on
the moves that it chose before and cannot be had again from the position.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ludogen.games import Move, Position, Side
from ludogen.genomes.areas import AREA_NAMES, board_of
from ludogen.genomes.trees import TERMINALS, checked_tree, strategy_of, tree_text
from ludogen.kernels.trees import AREAS, CORNERS, COUNT, EDGES, FRONTIER, MOBILITY
from ludogen.players.methods import HEURISTIC_TREE
from ludogen.players.online import Thought
from ludogen.web.scenes import path_of
from ludogen.web.seated import SeatedPlayer
from ludogen.web.sight.sight import Picture, Sight, Step, Subject, move_marks

__all__ = ["AreaLens"]

MOST_PICTURES = 6
EXAMPLES = {"A": "a1", "B": "a2", "C": "a3", "D": "a4", "E": "b2", "F": "b3", "G": "b4", "H": "c3", "I": "c4"}
TAKES_MOST = "of equals the one that takes most"
# In words, what the terminals of a tree say beside the worths of areas.
FLAGS = {
    "othello": {CORNERS: "corners doubled", EDGES: "edges doubled", COUNT: TAKES_MOST},
    "checkers": {CORNERS: "crown row doubled", EDGES: "sides doubled", COUNT: TAKES_MOST},
}
WORTHS = {MOBILITY: "worth of few replies", FRONTIER: "worth of few discs at the frontier"}


@dataclass(frozen=True)
class Opinion:
    """What a tree says of the board to a side."""

    code: NDArray[Any]
    values: NDArray[np.int64]
    worths: Mapping[int, int]  # by square of the picture: doubled where the tree says so
    side: Side
    game: str

    @property
    def most(self) -> int:
        """What the worthiest square is worth."""
        return max(self.worths.values())

    def of_moves(self, position: Position) -> dict[Move, float]:
        """What the squares are worth to which it may move."""
        paths = {move: path_of(position.game, position.move_name(move), move) for move in position.legal_moves}
        return {move: float(self.worths.get(path[-1], 0)) for move, path in paths.items() if path}

    def picture(self, title: str) -> Picture:
        """The board in small."""
        cells = [float(self.worths[square]) if square in self.worths else None for square in range(64)]
        return Picture(title, cells, f"up to {self.most}")


class AreaLens:
    """Area values."""

    name: ClassVar[str] = "Area values"
    about: ClassVar[str] = (
        "A tree of heuristics says what each area of the board is worth, and the move to the worthiest square is "
        "played. The bluer, the worthier."
    )

    def suits(self, subject: Subject) -> bool:
        """Players that evolve for every move, and what is left of them as champions."""
        if subject.champion is not None:
            return subject.champion.method == HEURISTIC_TREE
        return isinstance(subject.player, SeatedPlayer)

    def look(self, subject: Subject, position: Position) -> Sight:
        """What it moved by last, in the game up to here."""
        if subject.champion is not None:
            return self._champion(subject, position)
        assert isinstance(subject.player, SeatedPlayer)
        thoughts = [thought for thought in subject.player.moved_by(position) if len(thought.alpha[0])]
        if not thoughts:
            return Sight([Step("it has not evolved anything yet in this game", {})])
        shown = [(thought, self._opinion(subject.player, thought)) for thought in thoughts[:MOST_PICTURES]]
        last, opinion = shown[0]
        moved = last.position.move_name(last.move)
        pictures = [each.picture(_numbered(thought)) for thought, each in shown]
        facts = {"evolved": "nothing for this move"}  # where there was but one
        if last.generations:
            facts["evolved"] = f"{last.generations} generations, {last.games:,} games"
            facts["its best changed"] = f"{last.changes} times"
        steps = [*_choice(opinion, last.position, last.move), _whole(opinion, f"after {moved}")]
        return Sight(steps, facts | _flags(opinion), pictures, text=_tree(opinion), seconds=2.5)

    def _champion(self, subject: Subject, position: Position) -> Sight:
        assert subject.champion is not None
        arrays = subject.champion.arrays
        board = board_of("othello", "board" if arrays["whole_board"] else "quadrant")
        opinion = _opinion(arrays["code"], arrays["values"], board, position.game.name, position.side)
        steps = [_whole(opinion, "all game long")]
        if position.side in subject.sides and (values := opinion.of_moves(position)):
            steps.insert(0, Step("what the squares are worth to which it may move", _marks(position, values)))
        return Sight(steps, _flags(opinion), [opinion.picture("every move")], text=_tree(opinion), seconds=2.5)

    @staticmethod
    def _opinion(player: SeatedPlayer, thought: Thought) -> Opinion:
        game, side = thought.position.game.name, thought.position.side
        return _opinion(*thought.alpha, player.board(side), game, side)


def _opinion(code: Any, values: Any, board: Any, game: str, side: Side) -> Opinion:
    worths = strategy_of(values, board)["worths"]
    areas = board["areas"][side]
    squares = _squares(game)
    return Opinion(
        code, values, {squares[bit]: int(worths[side, bit]) for bit in squares if areas[bit] < AREAS}, side, game
    )


def _squares(game: str) -> dict[int, int]:
    """The square of the picture by the kernel's bit (see `genomes/areas.py`)."""
    if game == "othello":
        return {bit: bit for bit in range(64)}
    return {
        number - 1 + (number - 1) // 8: 8 * ((number - 1) // 4) + 2 * ((number - 1) % 4) + ((number - 1) // 4 + 1) % 2
        for number in range(1, 33)
    }


def _numbered(thought: Thought) -> str:
    return f"{thought.position.ply + 1}. {thought.position.move_name(thought.move)}"


def _marks(position: Position, values: Mapping[Move, float]) -> dict[str, Any]:
    return {"moves": move_marks(position, values, {move: f"{value:.0f}" for move, value in values.items()})}


def _choice(opinion: Opinion, position: Position, move: Move) -> list[Step]:
    """What it chose from, where there was a choice."""
    values = opinion.of_moves(position)
    if len(values) < 2:
        return []
    place = 1 + sum(value > values[move] for value in values.values())
    equals = sum(value == values[move] for value in values.values())
    which = f"{'best' if place == 1 else f'number {place}'} of its {len(values)} moves"
    others = f", as good as {equals - 1} of the others" if equals > 1 else ""
    caption = f"{position.move_name(move)} was worth {values[move]:.0f} to it: {which}{others}"
    return [Step(caption, _marks(position, values))]


def _whole(opinion: Opinion, when: str) -> Step:
    tints = [[square, round(worth / max(1, opinion.most), 3)] for square, worth in opinion.worths.items()]
    overlay = {"tints": tints, "numbers": [list(item) for item in opinion.worths.items()]}
    return Step(f"what squares are worth to it {when}: up to {opinion.most}", overlay)


def _flags(opinion: Opinion) -> dict[str, str]:
    said = {what: "yes" if opinion.values[kind] else "no" for kind, what in FLAGS[opinion.game].items()}
    return said | {what: str(int(opinion.values[kind])) for kind, what in WORTHS.items() if opinion.values[kind]}


def _tree(opinion: Opinion) -> tuple[str, str]:
    """The tree, and what its names mean."""
    tree = checked_tree(np.asarray(opinion.code))
    text = tree_text(tree)
    meanings = [f"{name}: {_meaning(kind, opinion.game)}" for kind, name in enumerate(TERMINALS) if f"{name}=" in text]
    if text.startswith("fArg"):
        meanings.insert(0, "fArg2, fArg3: what their two or three parts say")
    return f"Its tree, {len(tree)} node{'s' if len(tree) > 1 else ''}", "\n".join([text, "", *meanings])


def _meaning(kind: int, game: str) -> str:
    if kind >= AREAS:
        return (FLAGS[game] | WORTHS)[kind]
    area = AREA_NAMES[game][kind]
    return f"worth of {f'squares like {EXAMPLES[area]}' if game == 'othello' else area}"

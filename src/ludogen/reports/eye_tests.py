"""Roving eyes held to what evolution did not show them: one deterministic opponent is easily fooled.

This tells how easily. Each test is a list of games as plain data, so that a report can keep it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.games import Go, Position
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.movers import RandomMover
from ludogen.kernels.roving_eye import EyeMover, eye_mind
from ludogen.kernels.whole_games import Course, play_games
from ludogen.players import Player, parse_player
from ludogen.randomness import stream
from ludogen.recipes.eye_openings import Opening, named, other_first_replies, random_openings
from ludogen.recipes.eye_trials import EyeTrials, Judged, TrialSettings

__all__ = [
    "EyeGame",
    "against_random",
    "as_evolved",
    "every_first_reply",
    "gnugo_from_random_starts",
    "other_levels",
    "other_seeds",
    "played_out",
    "random_starts",
    "turned_openings",
]

LEVELS = (2, 4, 6, 8, 10)
SEEDS = (1, 2, 3, 4, 5, 6)
MOST_REPLIES = 24  # all the others on 5x5
TURNED_PLIES = 4
START_PLIES = 4  # of other openings than the yardstick's of the recipe
REFEREE = "gnugo:level=10"
Net = NDArray[Any]  # one record of `kernels.graph_net`


@dataclass(frozen=True)
class EyeGame:
    """A game of an eye as black."""

    name: str  # what was different
    fitness: float
    lead: float  # of black, by GNU Go's final score, komi counted
    moves: tuple[str, ...]

    @property
    def is_won(self) -> bool:
        """By GNU Go's own count."""
        return self.lead > 0


def as_evolved(net: Net, settings: TrialSettings, memory: Path | None = None) -> EyeGame:
    """The game that evolution judged."""
    return _games(net, settings, ["as evolved"], memory)[0]


def other_levels(
    net: Net, settings: TrialSettings, memory: Path | None = None, levels: Sequence[int] = LEVELS
) -> list[EyeGame]:
    """Against other levels of GNU Go; it estimates at that level, too."""
    wanted = [level for level in levels if level != settings.level]
    return [_games(net, replace(settings, level=level), [f"level {level}"], memory)[0] for level in wanted]


def other_seeds(
    net: Net, settings: TrialSettings, memory: Path | None = None, seeds: Sequence[int] = SEEDS
) -> list[EyeGame]:
    """Against GNU Go with other random seeds, which change few of its moves on small boards."""
    wanted = [seed for seed in seeds if seed != settings.seed]
    return [_games(net, replace(settings, seed=seed), [f"seed {seed}"], memory)[0] for seed in wanted]


def every_first_reply(net: Net, settings: TrialSettings, memory: Path | None = None) -> list[EyeGame]:
    """White's first move forced to each point but the one of evolution, if black is not there; on boards larger than
    5x5 to every second point, every fourth, ..., so that there are not more of them.
    """
    every = other_first_replies(settings.game, settings.forced)
    openings = every[:: -(-len(every) // MOST_REPLIES)]
    games = _games(net, settings, [str(reply) for _, reply in openings], memory, openings)
    return [game for game in games if game.moves[1] == game.name]


def turned_openings(
    net: Net, settings: TrialSettings, memory: Path | None = None, plies: int = TURNED_PLIES
) -> list[EyeGame]:
    """The beginning of its game as evolved, turned and mirrored in seven ways; then it goes on by itself.

    The eye sees the forced moves as its own. One that understands the board plays on as well as before.
    """
    game = settings.game
    begun = as_evolved(net, settings, memory).moves[:plies]
    openings: dict[str, Opening] = {}
    for symmetry in game.symmetries[1:]:
        turned = {name: game.point_names[symmetry.squares[point]] for point, name in enumerate(game.point_names)}
        openings[symmetry.name] = tuple(turned.get(name, name) for name in begun)
    return _games(net, settings, list(openings), memory, list(openings.values()))


def random_starts(net: Net, settings: TrialSettings, starts: int, memory: Path | None = None) -> list[EyeGame]:
    """From openings of random moves of both sides, which no evolution has."""
    openings = _random_starts(settings, starts)
    return _games(net, settings, [" ".join(map(str, opening)) for opening in openings], memory, openings)


def gnugo_from_random_starts(settings: TrialSettings, starts: int, player: str = "gnugo:level=1") -> list[float]:
    """Black's leads when GNU Go plays both sides from the same openings: how good black is in them."""
    board = Go(size=settings.size, komi=settings.komi)
    one = parse_player(player, board)
    try:
        openings = _random_starts(settings, starts)
        ends = [_finished(board.start().play_text(*map(str, opening)), one) for opening in openings]
    finally:
        getattr(one, "close", lambda: None)()
    return [board.points(end)[0] - board.points(end)[1] for end in ends]


def _random_starts(settings: TrialSettings, starts: int) -> list[Opening]:
    return named(settings.game, random_openings(settings.game, starts, START_PLIES, stream(1, "random starts")))


def played_out(game: EyeGame, settings: TrialSettings, referee: str = REFEREE) -> float:
    """Points that black leads by when a strong player plays the last position on for both sides, white first.

    By area, komi counted: GNU Go takes off what is dead before it passes, so nothing is left to estimate.
    """
    board = Go(size=settings.size, komi=settings.komi)
    position = settings.game.start().play_text(*game.moves)
    stones = position.text.split()[0]
    position = board.parse_position(f"{stones} w - 0 0,0")
    player = parse_player(referee, board)
    try:
        position = _finished(position, player)
    finally:
        getattr(player, "close", lambda: None)()
    black, white = board.points(position)
    return black - white


def _finished(position: Position, player: Player) -> Position:
    limit = 4 * len(position.legal_moves) + 100
    while not position.is_over and position.ply < limit:
        position = position.play(player.choose(position, position.ply))
    return position


def against_random(net: Net, settings: TrialSettings, games: int = 200, seed: int = 1) -> float:
    """Share of games won as black against random moves, draws half, by area with all stones alive."""
    board = Go(size=settings.size, komi=settings.komi)
    chances = stream(seed, "against random").integers(2**64, size=games, dtype=np.uint64)
    plies, nothing = settings.plies, np.zeros((games, 1), np.uint64)
    ends = np.zeros((games, 4), np.int64)
    play_games(
        *(board.start().state, Bits(0), 0, 0, EyeMover(net, eye_mind(), settings.rules), RandomMover(0)),
        *(np.zeros(games, np.uint64), Course(plies, 0, 0), chances, nothing, np.zeros(games, np.int64)),
        *(np.zeros((games, plies), np.uint64), np.zeros((games, plies), np.float32)),
        *(np.zeros(plies + 1, np.uint64), ends),
    )
    return float(((1 + np.sign(ends[:, 1])) / 2).mean())


def _games(
    net: Net,
    settings: TrialSettings,
    names: Sequence[str],
    memory: Path | None,
    openings: Sequence[Opening] = (),
) -> list[EyeGame]:
    with EyeTrials(settings, memory) as trials:
        judged: Judged = trials.evaluate(net, openings)
    return [
        EyeGame(
            name,
            float(judged.fitness[place]),
            -float(judged.finals[place]),
            judged.names(place, settings.game),
        )
        for place, name in enumerate(names)
    ]

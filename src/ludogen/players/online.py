"""Players that evolve while they play: Frankland & Pillay 2015, one run of genetic programming for every move.

The alpha of one move begins the next ("supreme alpha"), so what such a player does depends on the moves that it chose
before in this game, and with a `sitting` of several games on those games too. Games of a sitting are played in order by
whoever plays a match (`MatchGames`), so that they are the same on any number of threads.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import local
from typing import Any, ClassVar

from ludogen.errors import PlayerNameError
from ludogen.games import Game, Move, Position
from ludogen.genomes.areas import REGIONS, board_of
from ludogen.genomes.trees import GROW, kinds_of
from ludogen.kernels.area_play import DEEPEST_LOOK, write_strategy
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.movers import EpsilonMover, SolvingMover
from ludogen.kernels.online_evolution import OnlineMover, Plan, new_work, set_alpha
from ludogen.kernels.othello_solver import FEW, new_table
from ludogen.kernels.trees import DEEPEST_TREE, HIGHEST, MOST_NODES
from ludogen.kernels.whole_games import begin_one, choose_one
from ludogen.players.moving import StopAfter

__all__ = ["PRUNING", "TIES", "Alpha", "Frankland", "OnlinePlayer", "Thought", "innermost"]

TIES = ("alpha", "challenger")
PRUNING = {"deepest": 0, "random": 1}
Alpha = tuple[Any, Any]  # a tree, and what it says


@dataclass(frozen=True)
class Frankland:
    """Evolves heuristics by GP for every move, in real time (Frankland & Pillay 2015). See docs/papers/frankland.md."""

    # The paper's, section IV unless another is named.
    population: int = 100
    generations: int = 20
    trials: int = 10  # games of each individual against the alpha
    tournament: int = 4
    crossover: float = 0.8
    mutation: float = 0.1  # the rest is reproduction
    depth: int = 6  # of the deepest trees of the first population
    limit: int = 64  # nodes of an offspring
    highest: int = HIGHEST  # value of a terminal (III.A)
    preserve: bool = True  # the alpha is a parent
    supreme: bool = True  # the alpha goes on to the next move and the next game
    # Decided by us where the paper is silent; see `ludogen recipes frankland`.
    sitting: int = 10  # games of a match, five with each side, through which the alpha is carried
    regions: str = "quadrant"
    mutation_depth: int = 4
    grow: str = "uniform"
    prune: str = "deepest"
    ties: str = "alpha"  # who is the alpha after a tie
    first_counts: bool = True  # the first population is one of the generations
    only_moves: bool = False  # evolve where there is but one move
    # Not the paper's.
    seconds: float = 0.0
    alpha: str = ""  # a champion that is the first alpha
    mobility: bool = False
    frontier: bool = False
    look: int = 0  # plies that the heuristic players look ahead
    solve: int = 0
    epsilon: float = 0.0
    leaving: bool = False  # checkers: the worth of the square that a piece leaves is taken off
    play_limit: int = 100  # checkers: plies of a game in a run, then pieces are counted

    games: ClassVar[tuple[str, ...]] = ("othello", "checkers")

    def __post_init__(self) -> None:
        self._range("population", 1, 10_000)
        self._range("generations", 1, 1_000_000)
        self._range("trials", 1, 1000)
        self._range("tournament", 1, 1000)
        self._range("crossover", 0, 1)
        self._range("mutation", 0, 1)
        self._check("mutation", self.crossover + self.mutation <= 1 + 1e-9, "at most 1 together with crossover")
        self._range("depth", 1, DEEPEST_TREE)
        self._range("mutation_depth", 0, DEEPEST_TREE)
        self._range("limit", 1, MOST_NODES)
        self._range("highest", 1, HIGHEST)
        self._range("sitting", 1, 1000)
        self._check("regions", self.regions in REGIONS, " or ".join(REGIONS))
        self._check("grow", self.grow in GROW, " or ".join(GROW))
        self._check("prune", self.prune in PRUNING, " or ".join(PRUNING))
        self._check("ties", self.ties in TIES, " or ".join(TIES))
        self._range("seconds", 0, 3600)
        self._range("look", 0, DEEPEST_LOOK)
        self._range("solve", 0, 20)
        self._range("epsilon", 0, 1)
        self._range("play_limit", 1, 1000)

    def _range(self, option: str, low: int, high: int) -> None:
        self._check(option, low <= getattr(self, option) <= high, f"{low}..{high}")

    def _check(self, option: str, is_allowed: bool, allowed: str) -> None:
        if not is_allowed:
            raise PlayerNameError(f"player option {option}={getattr(self, option)!r} is not {allowed}")

    @property
    def plan(self) -> Plan:
        """How a run goes, for the kernel."""
        return Plan(
            *(self.population, self.generations, self.trials, self.tournament, self.crossover, self.mutation),
            *(self.depth, self.mutation_depth, self.limit, PRUNING[self.prune], self.highest, *GROW[self.grow]),
            Bits(kinds_of(self.mobility, self.frontier)),
            self.preserve,
            (2 if self.sitting > 1 else 1) if self.supreme else 0,
            self.look,
            self.ties == "challenger",
            self.first_counts,
            self.only_moves,
        )

    def build(self, name: str, game: Game) -> "OnlinePlayer":
        """The player for a game."""
        if game.name != "othello":
            for option, usual in (("look", 0), ("solve", 0), ("mobility", False), ("frontier", False), ("alpha", "")):
                if getattr(self, option) != usual:
                    raise PlayerNameError(
                        f"player option {option}={getattr(self, option)} is for othello, not {game.name}"
                    )
        given = self._given_alpha()
        return OnlinePlayer(
            name, lambda: self.mover(game.name, given), self.seconds, self.sitting if self.supreme else 1
        )

    def _given_alpha(self) -> Alpha | None:
        if not self.alpha:
            return None
        # Champions are players too: of that module's names this one is among them.
        from ludogen.players.methods import alpha_of  # noqa: PLC0415

        return alpha_of(self.alpha)

    def mover(self, game: str, given: Alpha | None = None) -> Any:
        """A mover for one thread, with the alpha that it begins with."""
        work = new_work(self.population)
        if given is not None:
            set_alpha(work, *given)
        mover: Any = OnlineMover(self.plan, board_of(game, self.regions, self.leaving, self.play_limit), work)
        if self.solve:
            mover = SolvingMover(mover, self.solve, new_table() if self.solve > FEW else None)
        return EpsilonMover(mover, self.epsilon) if self.epsilon else mover


@dataclass(frozen=True)
class Thought:
    """What a player moved by in a position: the alpha of that run, and what the run was."""

    position: Position
    alpha: Alpha
    move: Move
    generations: int  # that were completed; 0 where nothing was evolved, since there was but one move
    games: int  # that counted
    changes: int  # how often the alpha changed


@dataclass(frozen=True)
class OnlinePlayer:
    """Asks a mover that evolves. Each thread has its own, with the alphas of the game that it plays.

    Its games do not run compiled: a move takes so long that nothing is gained, and every pairing would be compiled
    anew, with the whole of evolution.
    """

    name: str
    make_mover: Callable[[], Any]
    seconds: float = 0.0
    sitting: int = 1  # games of a match that depend on each other, in their order
    own: Any = field(default_factory=local, repr=False, compare=False)  # another one: not by thread

    def choose(self, position: Position, chance: int) -> Move:
        """The move of the last alpha. The run begins with the alpha of the latest position before this one in which
        this player was asked, in the very same game: positions are compared by identity.
        """
        side, word = Bits(position.side), Bits(chance)
        mover = self._mover(position)
        self._recall(mover, position)
        runs = int(innermost(mover).work.state["runs"])
        with StopAfter(innermost(mover).work.state if self.seconds else None, self.seconds):
            move, _ = choose_one(position.state, mover, side, word)
        state = innermost(mover).work.state
        names = ("generations", "games", "changes")
        ran = [int(state[name]) if int(state["runs"]) > runs else 0 for name in names]
        self.own.thoughts.append(Thought(position, alpha_of_mover(mover), int(move), *ran))
        return int(move)

    def forget(self) -> None:
        """This thread begins a new sitting."""
        self.own.__dict__.clear()

    def alpha(self) -> Alpha:
        """This thread's alpha after its last move."""
        return self.thoughts()[-1].alpha

    def thoughts(self) -> tuple[Thought, ...]:
        """What it moved by in this game on this thread, the first move first."""
        return tuple(getattr(self.own, "thoughts", ()))

    def _mover(self, position: Position) -> Any:
        if not hasattr(self.own, "mover"):
            self.own.mover, self.own.thoughts = self.make_mover(), []
            if self.seconds:  # compiled or loaded before the clock runs
                choose_one(position.state, _hasty(self.make_mover()), Bits(position.side), Bits(0))
        return self.own.mover

    def _recall(self, mover: Any, position: Position) -> None:
        thoughts: list[Thought] = self.own.thoughts
        past = {id(one) for one in position.past()} - {id(position)}
        known = [place for place, thought in enumerate(thoughts) if id(thought.position) in past]
        if known:
            put_alpha(mover, thoughts[known[-1]].alpha)
            del thoughts[known[-1] + 1 :]
        else:
            begin_one(mover)
            thoughts.clear()


def innermost(mover: Any) -> OnlineMover:
    """The mover that evolves, which others may be around."""
    found: OnlineMover = innermost(mover.mover) if hasattr(mover, "mover") else mover
    return found


def _hasty(mover: Any) -> Any:
    """The same kind of mover with hardly anything to do."""
    if hasattr(mover, "mover"):
        return mover._replace(mover=_hasty(mover.mover))
    return mover._replace(plan=mover.plan._replace(generations=1, games=1))


def alpha_of_mover(mover: Any) -> Alpha:
    """The alpha, if there is one; its tree is empty where none is known."""
    work = innermost(mover).work
    size = int(work.state["nodes"]) if work.state["is_known"] else 0
    return work.state["code"][:size].copy(), work.alpha["values"].copy()


def put_alpha(mover: Any, alpha: Alpha) -> None:
    """Let the next run begin with this alpha, or with none if its tree is empty."""
    online, (code, values) = innermost(mover), alpha
    state = online.work.state
    state["is_known"], state["nodes"] = int(len(code) > 0), len(code)
    state["code"][: len(code)] = code
    online.work.alpha["values"] = values
    write_strategy(online.work.alpha, online.board)

"""Stanley & Miikkulainen 2004: NEAT evolves nets that steer a roving eye over Go boards of any size.

"Evolving a Roving Eye for Go". 400 nets, about 20 species; each plays black once against GNU Go, whose estimate of the
score after each of its moves, with the final score, is the fitness. First on 5x5; then on 7x7, from the 5x5 champion or
from scratch.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Compute
from ludogen.engines.answer_file import default_answers
from ludogen.errors import ConfigurationError
from ludogen.evolution import Generation
from ludogen.evolution.neat import Neat, NeatState, Parameters
from ludogen.genomes.graph import Shape
from ludogen.genomes.neat import Links
from ludogen.kernels.roving_eye import ACTIONS, BESIDE, HEADINGS, SECTORS, SENSORS, EyeRules
from ludogen.players.champion import find_champion
from ludogen.players.eyes import eye_arrays, eye_shape
from ludogen.randomness import stream
from ludogen.recipes.configuration import setting
from ludogen.recipes.eye_meetings import Hall, meetings
from ludogen.recipes.eye_openings import (
    FIRST_REPLIES,
    Opening,
    first_reply,
    named,
    other_first_replies,
    random_openings,
)
from ludogen.recipes.eye_trials import OPPONENTS, EyeTrials, Judged, TrialSettings

__all__ = ["LATER_SENSORS", "Stanley", "StanleyConfiguration", "start_links"]

METHOD = "eye-net-2004"
BIAS = SENSORS.index("bias")
ZONES = {"beside": BESIDE, "sectors": SECTORS}
REPLIES = ("right", "left", "above", "below")
YARDSTICK, YARDSTICK_PLIES = 12, 4  # openings of so many random moves, which evolution never has
# "The out-of-range sensors all started out disconnected, and the front-left, front-right, back-left, back-center, and
# back-right sensors were disconnected from the network" (section 4.3).
LATER_FIELD = ("front-left", "front-right", "back-left", "back", "back-right")
LATER_SENSORS = tuple(name for name in SENSORS if " far " in name or name.partition(" ")[2] in LATER_FIELD)


@dataclass(frozen=True)
class StanleyConfiguration:
    """Defaults are the paper's (section 4.3, unless another is named) and those of the NEAT paper of 2002."""

    generations: int = setting(400, "generations; the paper has 400 on 5x5, 500 on 7x7 (section 5)", low=1)
    size: int = setting(5, "of the board (section 4.1)", low=3, high=19)
    start_from: str = setting("", "a champion whose weights, slightly mutated, are the first population (section 4.1)")
    population: int = setting(400, "networks", low=2, high=10_000)
    target_species: int = setting(20, "species that the threshold adapts to", low=0, high=1000)
    champion_of: int = setting(5, "champions of species with more networks are copied", low=0)
    interspecies: float = setting(0.05, "share of crossovers whose parents are of two species", low=0, high=1)
    add_node: float = setting(0.0045, "chance of a new node", low=0, high=1)
    add_link: float = setting(0.1, "chance of a new link", low=0, high=1)
    sparse_start: bool = setting(True, "several sensors are disconnected at first; not with start_from")
    steps: int = setting(100, "time steps after which the eye must pass (section 4.2)", low=1, high=10_000)
    threshold: float = setting(0.5, "above it an output takes effect (section 4.2)", low=0, high=1)
    first_reply: str = setting(
        "right", "white's forced first move, beside the centre (section 4.1)", choices=tuple(FIRST_REPLIES)
    )
    # NEAT, as the paper of 2002 has it (section 4.1 there).
    excess: float = setting(1.0, "coefficient of excess genes in the distance", low=0)
    disjoint: float = setting(1.0, "coefficient of disjoint genes", low=0)
    weight_difference: float = setting(0.4, "coefficient of the mean difference of weights", low=0)
    compatibility: float = setting(3.0, "the first threshold of the distance", low=0)
    small_genome: int = setting(20, "smaller genomes count their genes whole", low=0)
    stagnation: int = setting(15, "generations without improvement after which a species has no offspring", low=1)
    refocus: int = setting(20, "generations without improvement after which only two species have", low=1)
    crossover: float = setting(0.75, "share of offspring with two parents", low=0, high=1)
    disabled: float = setting(0.75, "chance that a gene disabled in a parent is disabled in the child", low=0, high=1)
    weights: float = setting(0.8, "chance that the weights of a network mutate", low=0, high=1)
    fresh: float = setting(0.1, "share of these weights that are drawn anew", low=0, high=1)
    slope: float = setting(4.9, "of the steepened sigmoid", low=0.001, high=1000)
    # Decisions where the papers are silent.
    komi: float = setting(5.5, "GNU Go's default; it shifts fitness by -3 times itself", decided=True)
    opponent: str = setting(
        "gnugo", "who plays white and estimates; playouts: a stand-in without GNU Go", choices=OPPONENTS, decided=True
    )
    level: int = setting(1, "of GNU Go", low=1, high=10, decided=True)
    engine_seed: int = setting(0, "of GNU Go", low=0, high=2**31 - 1, decided=True)
    must_play: bool = setting(True, "white plays on where GNU Go would pass after a stone", decided=True)
    cap: int = setting(0, "plies after which a game is broken off; 0: two for each point", low=0, decided=True)
    updates: int = setting(1, "of the network in a time step", low=1, high=100, decided=True)
    step: float = setting(0.4, "perturbed weights change by no more", low=0, decided=True)
    reach: float = setting(1.0, "weights drawn anew are in -reach..reach", low=0, decided=True)
    start_step: float = setting(0.4, "first weights differ by no more from those of start_from", low=0, decided=True)
    start_share: float = setting(1.0, "share of them that differ", low=0, high=1, decided=True)
    threshold_change: float = setting(
        0.3, "share by which the distance's threshold adapts in a generation", low=0, high=1, decided=True
    )
    survival: float = setting(0.2, "share of a species that has offspring", low=0, high=1, decided=True)
    spare_best: bool = setting(True, "the species of the best network never stagnates", decided=True)
    loops: float = setting(0.2, "share of new links that are to close a loop", low=0, high=1, decided=True)
    one_kind: bool = setting(True, "networks that get a node or link keep their weights", decided=True)
    sharing: str = setting(
        "shifted",
        "shared fitness is never negative: the least of a generation counts 0, or all below 0 do",
        choices=("shifted", "clipped"),
        decided=True,
    )
    heading: str = setting("north", "of the eye at first, in the middle of the board", choices=HEADINGS, decided=True)
    returns: bool = setting(False, "the eye goes back there before each of its moves", decided=True)
    forgets: bool = setting(False, "the network is at rest before each move, not each game", decided=True)
    turns_first: bool = setting(False, "the eye turns, then moves, where it does both", decided=True)
    shares: bool = setting(True, "counts of stones are divided by the points of the board", decided=True)
    zones: str = setting(
        "beside", "stones outside the field count on one side or two", choices=tuple(ZONES), decided=True
    )
    # Options that the paper does not have, all off.
    replies: int = setting(
        1, "of white's first moves right, left, above, below so many count, each a game", low=1, high=4
    )
    drawn_replies: int = setting(
        0, "of white's other first moves so many are drawn for each generation, each a game more", low=0, high=100
    )
    second_level: int = setting(0, "of GNU Go, in as many games more (0: none)", low=0, high=10)
    stand_in: bool = setting(False, "as many games more against the built-in opponent")
    coevolution: bool = setting(False, "nets meet each other, counted by random playouts, not GNU Go (section 6)")
    meetings: int = setting(8, "games of each net in a generation of it, black in every other", low=1, high=1000)
    meeting_plies: int = setting(2, "random moves that each of these games begins with", low=0, high=20)
    hall_of_fame: int = setting(0, "so many games more against former champions", low=0, high=1000)
    hall_every: int = setting(10, "the champion of every so many generations enters the hall of fame", low=1)
    remember: bool = setting(True, "keep GNU Go's answers for other runs, in the user's data folder")
    yardstick_every: int = setting(20, "measure the champion every so many generations (0: never)", low=0)


def start_links(is_sparse: bool) -> list[tuple[int, int]]:
    """The links of the start genome, each from a sensor to an output."""
    sensors = [i for i, name in enumerate(SENSORS) if not (is_sparse and name in LATER_SENSORS)]
    return [(sensor, len(SENSORS) + k) for k in range(len(ACTIONS)) for sensor in sensors]


@dataclass(frozen=True)
class Stanley:
    """The recipe, set up. Games are played by threads and engines of this machine, whatever the compute."""

    configuration: StanleyConfiguration
    seed: int

    name: ClassVar[str] = "stanley"
    paper: ClassVar[str] = "Stanley & Miikkulainen 2004"
    game: ClassVar[str] = "go"
    method: ClassVar[str] = METHOD
    evolves: ClassVar[str] = "nets of growing structure that steer a roving eye over Go boards of any size"
    cost: ClassVar[str] = "400 generations of 400 games on 5x5 against GNU Go: minutes on two cores"
    configuration_type: ClassVar[type[StanleyConfiguration]] = StanleyConfiguration
    quick: ClassVar[Mapping[str, Any]] = {"generations": 30}

    @property
    def generations(self) -> int:
        """How many the configuration asks for."""
        return self.configuration.generations

    @cached_property
    def shape(self) -> Shape:
        """Of all nets."""
        return eye_shape(self.configuration.updates, self.configuration.slope)

    @cached_property
    def rules(self) -> EyeRules:
        """How the eyes move."""
        c = self.configuration
        return EyeRules(
            steps=c.steps,
            threshold=c.threshold,
            heading=HEADINGS.index(c.heading),
            returns=c.returns,
            forgets=c.forgets,
            turns_first=c.turns_first,
            shares=c.shares,
            zones=ZONES[c.zones],
        )

    @cached_property
    def neat(self) -> Neat:
        """NEAT with these settings; those of the same names mean the same there."""
        values = vars(self.configuration)
        same: dict[str, Any] = {item.name: values[item.name] for item in fields(Parameters) if item.name in values}
        del same["threshold"]  # of outputs here, of the distance there
        return Neat(Parameters(**same, bias=BIAS, threshold=self.configuration.compatibility), self.shape)

    @cached_property
    def trials(self) -> TrialSettings:
        """The games of evolution, or the first kind of them."""
        c = self.configuration
        return TrialSettings(
            size=c.size,
            komi=c.komi,
            opponent=c.opponent,
            level=c.level,
            seed=c.engine_seed,
            first_reply=c.first_reply,
            must_play=c.must_play,
            cap=c.cap,
            rules=self.rules,
        )

    def first(self) -> Generation:
        """Nets without hidden nodes that have played nothing yet, or nets around a champion."""
        c, random = self.configuration, stream(self.seed, "first")
        if c.start_from:
            state = self.neat.first_around(self._start(c.start_from), c.start_step, random, c.start_share)
        else:
            state = self.neat.first(random, start_links(c.sparse_start))
        fitness = np.zeros(c.population)
        return Generation(
            0,
            state.arrays() | {"fitness": fitness},
            self._champion(state, 0),
            self._sizes(state, state.population.nets(), 0),
        )

    def following(self, generation: Generation, compute: Compute) -> Generation:
        """Offspring (but not of those who have played nothing), games, and the champion: the fittest, or the first."""
        c, number = self.configuration, generation.number + 1
        state = self.neat.state_of(generation.state)
        if number > 1:
            shared = self._shared(np.asarray(generation.state["fitness"]))
            state = self.neat.following(state, shared, stream(self.seed, number, "breeding"))
        nets = state.population.nets()
        hall = Hall.of(generation.state)
        if c.coevolution:
            leads = self._meet(nets, hall, number, compute)
            fitness, games = 100 + leads.mean(1), leads.size
            best = int(np.argmax(fitness))
            seen: dict[str, float] = {}
        else:
            judged = [trials.evaluate(nets, self.openings(number)) for trials in self._conditions(compute)]
            every = np.concatenate([one.fitness for one in judged])
            fitness, games = every.reshape(-1, len(nets)).mean(0), len(every)
            best = int(np.argmax(fitness))
            seen = self._games(judged, best, len(nets))
        metrics = {"best": float(fitness[best]), "mean": float(fitness.mean()), "species": float(len(state.species))}
        metrics |= self._sizes(state, nets, best) | seen
        if c.yardstick_every and number % c.yardstick_every == 0:
            metrics |= self._measure(nets[best : best + 1], compute)
        arrays = state.arrays() | {"fitness": fitness}
        if c.coevolution and c.hall_of_fame:
            is_honoured = number % c.hall_every == 0
            arrays |= (hall.with_champion(state.population.links(best)) if is_honoured else hall).arrays()
        return Generation(number, arrays, self._champion(state, best), metrics, games)

    # Evolution

    def _start(self, place: str) -> Links:
        champion = find_champion(place)
        if champion is None or champion.method != METHOD:
            found = "is no champion" if champion is None else f"plays by the method {champion.method}"
            raise ConfigurationError(f"setting start_from={place!r} {found}: a champion of method {METHOD} is needed")
        sources, targets = (np.array(champion.arrays[name], np.int32) for name in ("sources", "targets"))
        return sources, targets, np.array(champion.arrays["weights"], np.float32)

    def _shared(self, fitness: NDArray[np.float64]) -> NDArray[np.float64]:
        """Fitness from 0 on, as it is shared."""
        if self.configuration.sharing == "shifted":
            return fitness - min(0.0, float(fitness.min()))
        return np.maximum(fitness, 0.0)

    # Games

    def openings(self, number: int) -> list[Opening]:
        """How the games of a generation begin, the same for all nets."""
        c, game = self.configuration, self.trials.game
        found = [first_reply(game, reply) for reply in (REPLIES[: c.replies] if c.replies > 1 else [c.first_reply])]
        if c.drawn_replies:
            known = tuple(name for opening in found for name in opening if name)
            others = other_first_replies(game, known)
            drawn = stream(self.seed, number, "replies").permutation(len(others))[: c.drawn_replies]
            found += [others[place] for place in drawn]
        return found

    def _kinds(self) -> list[TrialSettings]:
        c = self.configuration
        kinds = [self.trials]
        if c.second_level:
            kinds += [replace(self.trials, level=c.second_level)]
        return kinds + ([replace(self.trials, opponent="playouts")] if c.stand_in else [])

    def _meet(self, nets: NDArray[Any], hall: Hall, number: int, compute: Compute) -> NDArray[np.float64]:
        """Points that each net leads by in its games against drawn others, and against former champions."""
        c, population = self.configuration, len(nets)
        random = stream(self.seed, number, "meetings")
        others = random.integers(population - 1, size=(population, c.meetings))
        others += others >= np.arange(population)[:, None]  # nobody meets itself
        everyone = nets
        if c.hall_of_fame and hall.links:
            honoured = random.integers(len(hall.links), size=(1, c.hall_of_fame))
            others = np.concatenate([others, population + np.repeat(honoured, population, 0)], axis=1)
            everyone = hall.after(nets, self.shape)
        openings = random_openings(self.trials.game, others.shape[1], c.meeting_plies, random)
        settings = (c.size, c.komi, self.trials.plies)
        return meetings(everyone, population, others, openings, settings, self.rules, compute)

    def _conditions(self, compute: Compute) -> list[EyeTrials]:
        """What judges nets: engines are started once."""
        known: list[EyeTrials] = self.__dict__.setdefault("_opened", [])
        if not known:
            memory = default_answers() if self.configuration.remember else None
            for kind in self._kinds():
                known.append(EyeTrials(kind, memory, getattr(compute, "threads", 0)))
                finalize(self, known[-1].close)
        return known

    # Looking at it

    def _champion(self, state: NeatState, best: int) -> dict[str, NDArray[Any]]:
        sources, targets, weights = state.population.links(best)
        links: dict[str, NDArray[Any]] = {
            "sources": sources.astype(np.int64),
            "targets": targets.astype(np.int64),
            "weights": weights,
        }
        return links | eye_arrays(self.rules, self.shape)

    def _sizes(self, state: NeatState, nets: NDArray[Any], best: int) -> dict[str, float]:
        return {
            "diversity": self.neat.diversity(state),
            "hidden_mean": float(nets["nodes"].mean()) - self.shape.first_hidden,
            "hidden_champion": float(nets["nodes"][best]) - self.shape.first_hidden,
            "links_mean": float(state.population.genes.enabled.sum()) / len(nets),
            "links_champion": float(len(state.population.links(best)[0])),
        }

    def _games(self, judged: list[Judged], best: int, nets: int) -> dict[str, float]:
        """Of the champion's games and of all, and what they asked GNU Go."""
        seen = {
            "champion_estimate": float(np.mean([-one.estimates[best::nets].mean() for one in judged])),
            "champion_final": float(np.mean([-one.finals[best::nets].mean() for one in judged])),
            "plies_mean": float(np.mean([one.plies.mean() for one in judged])),
        }
        asking = [
            one.costs.metrics for one, kind in zip(judged, self._kinds(), strict=True) if kind.opponent == "gnugo"
        ]
        if asking:
            seen |= {name: float(sum(one[name] for one in asking)) for name in ("questions", "asked", "engine_seconds")}
            seen["hit_rate"] = 1 - seen["asked"] / max(seen["questions"], 1)
        return seen

    def _measure(self, champion: NDArray[Any], compute: Compute) -> dict[str, float]:
        """Fitness, and share won, from openings that evolution does not have; never used in selection."""
        game = self.trials.game
        openings = named(game, random_openings(game, YARDSTICK, YARDSTICK_PLIES, stream(0, "yardstick")))
        judged = self._conditions(compute)[0].evaluate(champion, openings)
        return {
            "champion_openings": float(judged.fitness.mean()),
            "champion_openings_won": float((judged.finals < 0).mean()),
        }

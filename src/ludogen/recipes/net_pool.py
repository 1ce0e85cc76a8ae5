"""A pool of nets of one kind, those of Singer 2001 or n-tuple nets: its arrays, and what there is to see of it."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.arena.openings import parse_openings
from ludogen.games import Othello
from ludogen.genomes import features, tuples
from ludogen.genomes.diversity import usual_difference
from ludogen.genomes.features import Features
from ludogen.genomes.tuples import Tuples
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.feature_net import INPUTS
from ludogen.kernels.share_net import phase_of
from ludogen.kernels.tuple_net import TupleNet, tuple_record
from ludogen.kernels.values import othello_values

__all__ = [
    "Genome",
    "arrays_of",
    "body_of",
    "genome_of",
    "genomes_of",
    "likeness",
    "spread_of",
    "verbs_of",
    "weights_of",
    "what_is_seen",
]

PROBES_SEED = 1
PROBE_PLIES = (10, 20, 30, 40)
Genome = Features | Tuples


def verbs_of(genome: Genome) -> Any:
    """The module that knows how to cross, mutate and write such genomes."""
    return tuples if isinstance(genome, Tuples) else features


def weights_of(genome: Genome) -> NDArray[np.float32]:
    """All weights of a net."""
    weights: NDArray[np.float32] = verbs_of(genome).to_weights(genome)
    return weights


def arrays_of(pool: Sequence[Genome]) -> dict[str, NDArray[Any]]:
    """The pool as a generation keeps it."""
    biases = np.array([one.bias for one in pool], np.float32)
    return {name: np.stack([vars(one)[name] for one in pool]) for name in body_of(pool[0])} | {"biases": biases}


def genomes_of(state: Mapping[str, NDArray[Any]]) -> list[Genome]:
    """The pool again."""
    name = "tables" if "tables" in state else "features"
    return [genome_of({name: one, "bias": bias}) for one, bias in zip(state[name], state["biases"], strict=True)]


def genome_of(arrays: Mapping[str, NDArray[Any]]) -> Genome:
    """The genome of a champion's arrays."""
    bias = float(arrays["bias"])
    return Tuples(arrays["tables"], bias) if "tables" in arrays else Features(arrays["features"], bias)


def body_of(genome: Genome) -> list[str]:
    """The names of its arrays, without the bias."""
    return [name for name in vars(genome) if name != "bias"]


def what_is_seen(pool: Sequence[Genome]) -> dict[str, float]:
    """Metrics of all nets: how outputs vary, how large weights are, how far nets are apart, how alike features."""
    seen = {
        "spread": float(np.mean([spread_of(one) for one in pool])),
        "weight_size": float(np.mean([np.abs(weights_of(one)).mean() for one in pool])),
        "diversity": usual_difference([weights_of(one) for one in pool]),
    }
    nets = [one for one in pool if isinstance(one, Features)]
    return seen | ({"likeness": float(np.mean([likeness(one) for one in nets]))} if nets else {})


def spread_of(genome: Genome) -> float:
    """The standard deviation of f over 200 positions of random games: dead nets have none."""
    return float(np.std(_outputs(genome) if isinstance(genome, Features) else _tuple_outputs(genome)))


def _outputs(genome: Features) -> NDArray[np.float64]:
    nodes = genome.features.astype(np.float64)
    probes = _probes()
    sums = -probes @ nodes[:, :INPUTS].T - nodes[:, -2]
    if (phases := nodes.shape[1] - INPUTS - 2) > 1:
        discs = 64 - probes[:, 2 * 64 :].sum(axis=1).astype(int)
        sums -= nodes[:, [INPUTS + phase_of(int(number), phases) for number in discs]].T
    hidden = 1 / (1 + np.exp(sums))
    return np.asarray(1 / (1 + np.exp(-hidden @ nodes[:, -1] - genome.bias)))


def _tuple_outputs(genome: Tuples) -> NDArray[np.float64]:
    squares = _probes()[:, : 2 * 64].astype(np.uint8).reshape(-1, 2, 64)
    white, black = np.packbits(squares, axis=2, bitorder="little").view("<u8")[:, :, 0].T.astype(np.uint64)
    values = np.zeros(len(white), np.float32)
    othello_values(white, black, Bits(1), TupleNet(tuple_record(weights_of(genome))), values)
    return values.astype(np.float64) + 0.5


def likeness(genome: Features) -> float:
    """The mean correlation between the incoming weights of hidden nodes: the paper saw all three alike (section 3.1).

    A node whose incoming and outgoing weights all have the other sign is the same feature.
    """
    incoming = genome.features[:, :INPUTS] * np.sign(genome.features[:, -1:])
    if len(incoming) < 2 or not incoming.std(axis=1).all():
        return 1.0
    correlations = np.asarray(np.corrcoef(incoming.astype(np.float64)))
    return float(np.mean([correlations[i, j] for i, j in combinations(range(len(incoming)), 2)]))


@cache
def _probes() -> NDArray[np.float64]:
    """The inputs of positions from random games, always the same."""
    rows = []
    for plies in PROBE_PLIES:
        deck = parse_openings(f"random:plies={plies}", Othello())
        for number in range(50):
            position = deck.opening(number, PROBES_SEED).position
            own, opp = (np.array([int(word) >> i & 1 for i in range(64)]) for word in position.state)
            white, black = (own, opp) if position.side == 1 else (opp, own)
            rows.append(np.concatenate([white, black, 1 - white - black]))
    return np.array(rows, np.float64)

"""Recurrent nets of any shape, as NEAT evolves them (Stanley & Miikkulainen 2002, section 3.1), one record a net.

For those who call it from a kernel (`nets`: an array of GRAPH_NET records, only read; `mind`: from `graph_mind`):

    net = nets[mind.place]              which of the nets it is, so that one mover serves a whole population
    rest(net, mind)                     when a game begins: all values become 0
    mind.values[i] = np.float32(...)    set input i, for i in 0 .. net.inputs - 1, before every activation; a bias is an
                                        input that is always 1
    activate(net, mind)                 `net.updates` updates; inputs stay as they are
    mind.values[net.inputs + k]         output k afterwards, float32 in 0..1, for k in 0 .. net.outputs - 1

Values of hidden nodes follow the outputs. In an update all nodes but inputs take on, at once, the squashed weighted sum
of what stood at the other ends of their links before: 1 / (1 + exp(-slope * sum)), in the paper with slope 4.9
("steepened", section 4.1).
So what a net sees takes as many updates to arrive as there are links on its way; and nodes keep their values between
activations. A node without incoming links stays at 0.

`build_nets` makes the records, `genomes/graph.py` checks what it is given.
"""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import entry, kernel
from ludogen.kernels.fast_math import logistic
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.simd import multiply_add

__all__ = [
    "FITS",
    "GRAPH_NET",
    "MOST_LINKS",
    "MOST_NODES",
    "activate",
    "activate_once",
    "answer_cases",
    "build_nets",
    "graph_mind",
    "rest",
]

MOST_NODES = 256  # inputs, outputs and hidden nodes together
MOST_LINKS = 2048  # those that are enabled
FITS = -1
NOTHING = np.float32(0)

GRAPH_NET = record_type(
    [
        ("inputs", "i4"),
        ("outputs", "i4"),
        ("nodes", "i4"),  # inputs, outputs and hidden nodes, which are numbered in this order
        ("updates", "i4"),  # in an activation
        ("slope", "f4"),
        # Into each node that is no input: its links stand from first[node] up to first[node + 1], in the given order.
        ("first", "i4", (MOST_NODES + 1,)),
        ("source", "i2", (MOST_LINKS,)),
        ("weight", "f4", (MOST_LINKS,)),
        ("label", "i4", (MOST_NODES,)),  # of each node, as the genome calls it
    ]
)
MIND = record_type([("place", "i8"), ("values", "f4", (MOST_NODES,)), ("sums", "f4", (MOST_NODES,))])


def graph_mind(place: int = 0) -> Any:
    """Which net it is, and what that has in mind: a working record for one thread."""
    return new_record(MIND, place=place)


@kernel
def rest(net: Any, mind: Any) -> None:
    """Forget everything: a game begins."""
    for node in range(net.nodes):
        mind.values[node] = NOTHING


@kernel
def activate(net: Any, mind: Any) -> None:
    """Let the inputs that have been set take effect."""
    values, sums = mind.values, mind.sums
    for _ in range(net.updates):
        begun = net.first[net.inputs]
        for node in range(net.inputs, net.nodes):
            ended = net.first[node + 1]
            total = NOTHING
            for k in range(begun, ended):
                total = multiply_add(net.weight[k], values[net.source[k]], total)
            sums[node] = logistic(net.slope * total) if ended > begun else NOTHING
            begun = ended
        for node in range(net.inputs, net.nodes):
            values[node] = sums[node]


@entry
def activate_once(nets: Any, mind: Any, anew: bool) -> None:
    """The same for Python; `anew` lets the net forget everything but its inputs before."""
    net = nets[mind.place]
    if anew:
        for node in range(net.inputs, net.nodes):
            mind.values[node] = NOTHING
    activate(net, mind)


@entry
def answer_cases(nets: Any, cases: Any, is_sequence: bool, mind: Any, answers: Any) -> None:
    """Answers[net, case, output] to cases[case, input]: each net is at rest before each case, or before the first."""
    for place in range(answers.shape[0]):
        net = nets[place]
        for case in range(cases.shape[0]):
            if case == 0 or not is_sequence:
                rest(net, mind)
            for i in range(net.inputs):
                mind.values[i] = cases[case, i]
            activate(net, mind)
            for k in range(net.outputs):
                answers[place, case, k] = mind.values[net.inputs + k]


@kernel
def _place_of(label: int, fixed: int, net: Any) -> int:
    """Where a node stands: inputs and outputs at their labels, hidden nodes in ascending order of theirs."""
    if label < fixed:
        return label
    low, high = fixed, int(net.nodes)
    while low < high:
        middle = (low + high) // 2
        if net.label[middle] < label:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _add_node(label: int, fixed: int, net: Any) -> bool:
    """Is there room for it, or is it there already?"""
    place = _place_of(label, fixed, net)
    if place < fixed or (place < net.nodes and net.label[place] == label):
        return True
    if net.nodes == MOST_NODES:
        return False
    for later in range(net.nodes, place, -1):
        net.label[later] = net.label[later - 1]
    net.label[place] = label
    net.nodes += 1
    return True


@kernel
def _longest_way(net: Any, work: Any) -> int:
    """Links on the longest way from an input to an output; with loops, no more than nodes that are no inputs."""
    limit = net.nodes - net.inputs
    for node in range(net.nodes):
        work[node] = 0 if node < net.inputs else -1
    for _ in range(limit):
        is_same = True
        for node in range(net.inputs, net.nodes):
            longest = work[node]
            for k in range(net.first[node], net.first[node + 1]):
                before = work[net.source[k]]
                if before >= 0 and before + 1 > longest:
                    longest = min(before + 1, limit)
            if longest != work[node]:
                work[node] = longest
                is_same = False
        if is_same:
            break
    longest = 1
    for node in range(net.inputs, net.inputs + net.outputs):
        longest = max(longest, work[node])
    return int(longest)


@entry
def build_nets(
    inputs: int,
    outputs: int,
    slope: np.float32,
    updates: int,
    begins: Any,
    sources: Any,
    targets: Any,
    weights: Any,
    enabled: Any,
    nets: Any,
) -> int:
    """Fill in records: links begins[i] up to begins[i + 1] are those of nets[i]. FITS, or the first net that does not.

    Labels: inputs 0 .. inputs - 1, outputs from there on, hidden nodes any greater numbers. `updates` 0: for each net
    as many as the longest way from an input to an output has links.
    """
    fixed = inputs + outputs
    work = np.empty(MOST_NODES + 1, np.int64)
    for i in range(nets.shape[0]):
        net = nets[i]
        net.inputs, net.outputs, net.nodes, net.slope = inputs, outputs, fixed, slope
        for node in range(fixed):
            net.label[node] = node
        links = 0
        for k in range(begins[i], begins[i + 1]):
            if enabled[k]:
                links += 1
                if not (_add_node(sources[k], fixed, net) and _add_node(targets[k], fixed, net)):
                    return i
        if links > MOST_LINKS:
            return i
        for node in range(net.nodes + 1):
            work[node] = 0
        for k in range(begins[i], begins[i + 1]):
            if enabled[k]:
                work[_place_of(targets[k], fixed, net)] += 1
        begun = 0
        for node in range(net.nodes):
            net.first[node] = begun
            begun += work[node]
            work[node] = net.first[node]
        net.first[net.nodes] = begun
        for k in range(begins[i], begins[i + 1]):
            if enabled[k]:
                target = _place_of(targets[k], fixed, net)
                net.source[work[target]] = _place_of(sources[k], fixed, net)
                net.weight[work[target]] = weights[k]
                work[target] += 1
        net.updates = updates if updates > 0 else _longest_way(net, work)
    return FITS

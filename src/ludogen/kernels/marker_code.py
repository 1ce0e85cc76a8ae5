"""Chromosomes with markers, and the nets they stand for (Moriarty & Miikkulainen 1995, section 3.2).

A chromosome is a ring of integers in -128..127. A start marker has an absolute value of 1 modulo 25, an end marker of
2. From a start marker up to the next end marker everything belongs to a node, other start markers too:

    start, label, initial value, (key, label, weight) ..., end

key > 0 and label >= 0: a connection from input label % 128; label < 0: to output |label| % 64. key <= 0: from the
hidden unit with the nearest label, the first on the chromosome of those as near. A node that runs past the end of the
chromosome goes on at its beginning, up to an end marker or the first start marker. A triple that is not complete is
dropped, and so is a node without label and value (the paper does not say).

No label can be an end marker: the inputs 2, 27, 52, 77, 102 and 127 are never seen by any net.
"""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import entry, kernel
from ludogen.kernels.marker_net import INPUTS, LOGISTIC, MOST_CONNECTIONS, MOST_UNITS, OUTPUTS
from ludogen.kernels.records import new_record, record_type

__all__ = ["code_work", "express"]

MODULUS, START, END = 25, 1, 2
LABELS, LOWEST = 256, -128
NOBODY = -1
BY_LABEL = INPUTS + MOST_UNITS  # sources from here on are labels of units, until all units are known

WORK = record_type(
    [
        ("nearest", "i2", (LABELS,)),
        ("bearer", "i2", (LABELS,)),  # first unit with a label
        ("out_unit", "i2", (MOST_CONNECTIONS,)),
        ("out_square", "i2", (MOST_CONNECTIONS,)),
        ("out_weight", "f4", (MOST_CONNECTIONS,)),
    ]
)


def code_work() -> Any:
    """A working record for one thread."""
    return new_record(WORK)


@kernel
def _kind(value: int) -> int:
    return abs(value) % MODULUS


@kernel
def _at(chromosome: Any, place: int) -> int:
    length = chromosome.shape[0]
    return int(chromosome[place - length if place >= length else place])


@kernel
def _find_nearest(net: Any, work: Any) -> None:
    """For each label the unit whose label is nearest; of equally near ones the first."""
    for label in range(LABELS):
        work.bearer[label] = NOBODY
    for unit in range(net.units - 1, -1, -1):
        work.bearer[net.label[unit] - LOWEST] = unit
    for label in range(LABELS):
        nearest, distance = NOBODY, 0
        while nearest == NOBODY:
            if label >= distance:
                nearest = work.bearer[label - distance]
            if label + distance < LABELS:
                other = work.bearer[label + distance]
                if other != NOBODY and (nearest == NOBODY or other < nearest):
                    nearest = other
            distance += 1
        work.nearest[label] = nearest


@kernel
def _sort_outputs(net: Any, work: Any, number: int) -> None:
    """Connections to outputs by output, each in the chromosome's order."""
    for output in range(OUTPUTS + 1):
        net.out_first[output] = 0
    for k in range(number):
        net.out_first[work.out_square[k] + 1] += 1
    for output in range(OUTPUTS):
        net.out_first[output + 1] += net.out_first[output]
    for k in range(number):  # out_first runs ahead to where the next output begins ...
        place = net.out_first[work.out_square[k]]
        net.out_source[place] = INPUTS + work.out_unit[k]
        net.out_weight[place] = work.out_weight[k]
        net.out_first[work.out_square[k]] = place + 1
    for output in range(OUTPUTS, 0, -1):  # ... and is moved back
        net.out_first[output] = net.out_first[output - 1]
    net.out_first[0] = 0


@kernel
def _express(chromosome: Any, divisor: np.float32, squash: int, work: Any, net: Any) -> None:
    length = chromosome.shape[0]
    first = 0
    while first < length and _kind(int(chromosome[first])) != START:
        first += 1
    units, incoming, outgoing = 0, 0, 0
    net.first[0] = 0
    place, ring_end = first, first + length
    while first < length and place < ring_end:
        if _kind(_at(chromosome, place)) != START:
            place += 1
            continue
        begun = place + 1
        place = begun
        while place < ring_end and _kind(_at(chromosome, place)) != END:
            place += 1
        ended = place
        place += 1
        if ended - begun < 2:
            continue
        net.label[units] = _at(chromosome, begun)
        initial = np.float32(_at(chromosome, begun + 1))
        # Scaled to the range of the squashing function: 0..1 or -1..1.
        share = (initial + np.float32(128)) / np.float32(255)
        net.initial[units] = share if squash == LOGISTIC else share * np.float32(2) - np.float32(1)
        for triple in range(begun + 2, ended - 2, 3):
            key, label = _at(chromosome, triple), _at(chromosome, triple + 1)
            weight = np.float32(_at(chromosome, triple + 2)) / divisor
            if key > 0 and label < 0:
                work.out_unit[outgoing] = units
                work.out_square[outgoing] = -label % OUTPUTS
                work.out_weight[outgoing] = weight
                outgoing += 1
            else:
                net.source[incoming] = label % INPUTS if key > 0 else BY_LABEL + label - LOWEST
                net.weight[incoming] = weight
                incoming += 1
        units += 1
        net.first[units] = incoming
    net.units = units
    net.connections = incoming + outgoing
    net.squash = squash
    _sort_outputs(net, work, outgoing)
    if units > 0:
        _find_nearest(net, work)
        for k in range(incoming):
            if net.source[k] >= BY_LABEL:
                net.source[k] = INPUTS + work.nearest[net.source[k] - BY_LABEL]


@entry
def express(chromosomes: Any, divisor: np.float32, squash: int, work: Any, nets: Any) -> None:
    """Fill in the records of nets from chromosomes, one a row, of at most LONGEST integers."""
    for i in range(chromosomes.shape[0]):
        _express(chromosomes[i], divisor, squash, work, nets[i])

"""Offspring of NEAT: crossover by innovation number, mutation of weights and of structure, a whole generation a call.

Stanley & Miikkulainen 2002, sections 3.1, 3.2 and 4.1. Each child has a random word of its own. Children are made one
after the other, as the same structural mutation gets the same innovation numbers whoever of a generation it befalls.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import below, next_random, word
from ludogen.kernels.dispatch import Bits, entry, kernel
from ludogen.kernels.genes import Book, Genes

__all__ = ["ALONE", "COPIED", "Variation", "breed", "breeding_work"]

ALONE, COPIED = -1, -2  # in place of a father: mutation without crossover, no mutation either
S11, UNIT = Bits(11), 2.0**-53
INNOVATIONS, LABEL, SPLITS, OLD = 0, 1, 2, 3  # the counts of a book
SPLIT_WEIGHT = np.float32(1)  # of the link into a new node; the link out of it has the weight of the one that was split


class Variation(NamedTuple):
    """Chances and sizes of mutations."""

    inputs: int
    outputs: int
    weights: float  # chance that the weights of a genome mutate
    fresh: float  # share of those weights that are drawn anew; the others are perturbed
    step: float  # a perturbation is uniform in -step..step
    reach: float  # a weight drawn anew is uniform in -reach..reach
    node: float  # chance of a new node
    link: float  # chance of a new link
    loops: float  # share of new links that are to close a loop; the others must not
    tries: int  # pairs of nodes to look at for a new link
    disabled: float  # chance that a gene is disabled that is disabled in either parent
    few_links: int  # of genomes with fewer links the oldest is split, but each is passed over with this chance:
    pass_over: float
    bias: int  # links from this node are never split; -1: there is none
    one_kind: bool  # where structure mutates, weights do not
    averaged: float  # share of crossovers in which matching genes get the mean of both weights
    most_nodes: int
    most_links: int


class Work(NamedTuple):
    """Room for one call."""

    chance: Any  # the state of the child's random numbers
    labels: Any  # nodes of a genome
    stamps: Any  # by label: whose nodes were gathered last; at most so many labels are known


def breeding_work(labels: int) -> Work:
    """For books whose next label stays under this number."""
    return Work(np.zeros(1, np.uint64), np.zeros(labels, np.int32), np.full(labels, -1, np.int32))


@kernel
def _unit(chance: Any) -> float:
    drawn, chance[0] = next_random(chance[0])
    return np.float64(drawn >> S11) * UNIT


@kernel
def _one_of(chance: Any, number: int) -> int:
    drawn, chance[0] = next_random(chance[0])
    return np.int64(below(drawn, word(number)))  # type: ignore[return-value]  # an integer where it counts


@kernel
def _within(chance: Any, size: float) -> np.float32:
    return np.float32((2.0 * _unit(chance) - 1.0) * size)


@kernel
def _put(children: Genes, end: int, innovation: int, weight: np.float32, enabled: bool) -> int:
    children.innovations[end] = innovation
    children.weights[end] = weight
    children.enabled[end] = enabled
    return end + 1


@kernel
def _insert(children: Genes, begin: int, end: int, innovation: int, weight: np.float32) -> int:
    """A new gene in its place: mostly the last, but number may have been given to another child before."""
    place = end
    while place > begin and children.innovations[place - 1] > innovation:
        children.innovations[place] = children.innovations[place - 1]
        children.weights[place] = children.weights[place - 1]
        children.enabled[place] = children.enabled[place - 1]
        place -= 1
    _put(children, place, innovation, weight, True)
    return end + 1


@kernel
def _has_link(children: Genes, begin: int, end: int, source: int, target: int, book: Book) -> bool:
    for k in range(begin, end):
        number = children.innovations[k]
        if book.sources[number] == source and book.targets[number] == target:
            return True
    return False


@kernel
def _crossed(
    parents: Genes,
    fitter: int,
    other: int,
    is_equal: bool,
    how: Variation,
    book: Book,
    children: Genes,
    begin: int,
    chance: Any,
) -> int:
    """Matching genes from either parent; the rest from the fitter one, or, of equals, from either by lot."""
    a, a_end = parents.begins[fitter], parents.begins[fitter + 1]
    b, b_end = parents.begins[other], parents.begins[other + 1]
    is_averaged = how.averaged > 0.0 and _unit(chance) < how.averaged
    end = begin
    while a < a_end or b < b_end:
        # Genes of one parent only: disjoint or excess.
        is_first = b >= b_end or (a < a_end and parents.innovations[a] < parents.innovations[b])
        is_second = not is_first and (a >= a_end or parents.innovations[b] < parents.innovations[a])
        gene = b if is_second else a
        weight, is_enabled, is_wanted = parents.weights[gene], parents.enabled[gene], True
        number = parents.innovations[gene]
        if is_first or is_second:
            if is_equal:
                # The same link under two numbers, one in each parent: the one that comes first stays.
                is_wanted = _unit(chance) < 0.5 and not _has_link(
                    children, begin, end, book.sources[number], book.targets[number], book
                )
            else:
                is_wanted = is_first
        else:
            if is_averaged:
                weight = (parents.weights[a] + parents.weights[b]) * np.float32(0.5)
            elif _unit(chance) < 0.5:
                weight = parents.weights[b]
            is_enabled = parents.enabled[a] and parents.enabled[b]
        if is_wanted:
            if not is_enabled:
                is_enabled = _unit(chance) >= how.disabled
            end = _put(children, end, number, weight, is_enabled)
        a += 0 if is_second else 1
        b += 0 if is_first else 1
    return end


@kernel
def _perturb(children: Genes, begin: int, end: int, how: Variation, chance: Any) -> None:
    for k in range(begin, end):
        if _unit(chance) < how.fresh:
            children.weights[k] = _within(chance, how.reach)
        else:
            children.weights[k] += _within(chance, how.step)


@kernel
def _nodes(children: Genes, begin: int, end: int, how: Variation, book: Book, work: Work, mark: int) -> int:
    """Gather the labels of a genome's nodes; how many they are."""
    number = how.inputs + how.outputs
    for node in range(number):
        work.labels[node] = node
        work.stamps[node] = mark
    for k in range(begin, end):
        innovation = children.innovations[k]
        for label in (book.sources[innovation], book.targets[innovation]):
            if work.stamps[label] != mark:
                work.stamps[label] = mark
                work.labels[number] = label
                number += 1
    return number


@kernel
def _new_innovation(source: int, target: int, book: Book) -> int:
    number = book.counts[INNOVATIONS]
    book.sources[number] = source
    book.targets[number] = target
    book.counts[INNOVATIONS] = number + 1
    return int(number)


@kernel
def _may_split(children: Genes, gene: int, how: Variation, book: Book) -> bool:
    return bool(children.enabled[gene] and book.sources[children.innovations[gene]] != how.bias)


@kernel
def _split(children: Genes, begin: int, end: int, how: Variation, book: Book, chance: Any) -> int:
    """A node in the middle of a link that is enabled, if there is one; the link is disabled."""
    live = 0
    for k in range(begin, end):
        live += _may_split(children, k, how, book)
    if live == 0:
        return end
    left = 0
    if end - begin < how.few_links:
        while left < live - 1 and _unit(chance) < how.pass_over:
            left += 1
    else:
        left = _one_of(chance, live)
    gene = begin
    while not _may_split(children, gene, how, book) or left > 0:
        left -= _may_split(children, gene, how, book)
        gene += 1
    children.enabled[gene] = False
    weight, old = children.weights[gene], children.innovations[gene]
    # Innovation numbers of a split: the link into the new node, then the link out of it.
    into = -1
    for k in range(book.counts[SPLITS]):
        if book.splits[k, 0] == old:
            into = book.splits[k, 1]
            break
    if into < 0:
        label = book.counts[LABEL]
        book.counts[LABEL] = label + 1
        into = _new_innovation(book.sources[old], label, book)
        _new_innovation(label, book.targets[old], book)
        book.splits[book.counts[SPLITS], 0] = old
        book.splits[book.counts[SPLITS], 1] = into
        book.counts[SPLITS] += 1
    end = _insert(children, begin, end, into, SPLIT_WEIGHT)
    return _insert(children, begin, end, into + 1, weight)


@kernel
def _leads_to(children: Genes, begin: int, end: int, start: int, goal: int, book: Book, work: Work, mark: int) -> bool:
    """Is there a way from one node to another, over links enabled or not?"""
    if start == goal:
        return True
    work.stamps[start] = mark
    is_going_on = True
    while is_going_on:
        is_going_on = False
        for k in range(begin, end):
            number = children.innovations[k]
            source, target = book.sources[number], book.targets[number]
            if work.stamps[source] == mark and work.stamps[target] != mark:
                if target == goal:
                    return True
                work.stamps[target] = mark
                is_going_on = True
    return False


@kernel
def _link(children: Genes, begin: int, end: int, nodes: int, how: Variation, book: Book, work: Work, mark: int) -> int:
    """A link between two nodes that have none in this direction, if such a pair is found."""
    chance = work.chance
    wants_loop = _unit(chance) < how.loops
    for _ in range(how.tries):
        source = work.labels[_one_of(chance, nodes)]
        target = work.labels[how.inputs + _one_of(chance, nodes - how.inputs)]
        if _has_link(children, begin, end, source, target, book):
            continue
        mark += 1
        if _leads_to(children, begin, end, target, source, book, work, mark) != wants_loop:
            continue
        number = -1
        for k in range(book.counts[OLD], book.counts[INNOVATIONS]):
            if book.sources[k] == source and book.targets[k] == target:
                number = k
                break
        if number < 0:
            number = _new_innovation(source, target, book)
        return _insert(children, begin, end, number, _within(chance, how.reach))
    return end


@entry
def breed(
    parents: Genes,
    fitness: Any,
    mothers: Any,
    fathers: Any,
    chances: Any,
    how: Variation,
    book: Book,
    work: Work,
    children: Genes,
) -> int:
    """Make one child a mother; how many genes they have together. The book learns what is new."""
    end, mark = 0, 0
    for i in range(mothers.shape[0]):
        mother, father = mothers[i], fathers[i]
        begin = end
        children.begins[i] = begin
        work.chance[0] = chances[i]
        if father >= 0:
            is_equal = fitness[mother] == fitness[father]
            fitter = mother if fitness[mother] >= fitness[father] else father
            other = father if fitter == mother else mother
            end = _crossed(parents, fitter, other, is_equal, how, book, children, begin, work.chance)
        else:
            for k in range(parents.begins[mother], parents.begins[mother + 1]):
                end = _put(children, end, parents.innovations[k], parents.weights[k], parents.enabled[k])
        if father == COPIED:
            continue
        gets_node, gets_link = _unit(work.chance) < how.node, _unit(work.chance) < how.link
        if _unit(work.chance) < how.weights and not (how.one_kind and (gets_node or gets_link)):
            _perturb(children, begin, end, how, work.chance)
        if gets_node or gets_link:
            mark += 1
            nodes = _nodes(children, begin, end, how, book, work, mark)
            if gets_node and nodes < how.most_nodes and end - begin + 2 <= how.most_links:
                end = _split(children, begin, end, how, book, work.chance)
                mark += 1
                nodes = _nodes(children, begin, end, how, book, work, mark)
            if gets_link and end - begin < how.most_links:
                end = _link(children, begin, end, nodes, how, book, work, mark)
                mark += how.tries
    children.begins[mothers.shape[0]] = end
    return end

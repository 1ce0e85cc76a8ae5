"""Recurrent nets of any shape against their slow twin; how long signals travel; what is remembered."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.support import samples
from tests.naive.graph_net import GraphNet, longest_way

from ludogen.genomes.graph import Shape, graph_net, nets_of_links
from ludogen.kernels.graph_net import MOST_LINKS, MOST_NODES, activate_once, answer_cases, graph_mind

Links = list[tuple[int, int, float]]


def random_links(random: np.random.Generator, inputs: int, outputs: int, hidden: int, number: int) -> Links:
    """Links among all nodes; hidden nodes have labels with gaps."""
    labels = [*range(inputs + outputs), *(inputs + outputs + 3 * k + 7 for k in range(hidden))]
    pairs = {
        (labels[random.integers(len(labels))], labels[random.integers(inputs, len(labels))]) for _ in range(number)
    }
    return [(source, target, float(np.float32(random.normal()))) for source, target in sorted(pairs)]


def test_nets_with_loops_answer_as_the_twin_does() -> None:
    random = np.random.default_rng(1)
    for case in range(samples(60, 6)):
        inputs, outputs = int(random.integers(1, 6)), int(random.integers(1, 5))
        links = random_links(random, inputs, outputs, int(random.integers(0, 8)), int(random.integers(1, 40)))
        shape = Shape(inputs, outputs, slope=2.0, updates=1 + case % 3)
        net, mind = graph_net(shape, *zip(*links, strict=True)), graph_mind()
        twin = GraphNet(inputs, outputs, links, shape.slope, shape.updates)
        for step in range(5):  # values are kept from one activation to the next
            seen = random.random(inputs).astype(np.float32)
            mind.values[:inputs] = seen
            activate_once(net, mind, step == 0)
            assert np.allclose(mind.values[inputs : inputs + outputs], twin.activate(seen.tolist()), atol=2e-5)


@given(st.integers(0, 2**32))
def test_nets_without_loops_get_as_many_updates_as_their_longest_way(seed: int) -> None:
    random = np.random.default_rng(seed)
    links = [link for link in random_links(random, 2, 2, 6, 25) if link[0] < link[1]]  # labels rise: no loops
    if links:
        net = graph_net(Shape(2, 2, updates=0), *zip(*links, strict=True))
        assert net[0].updates == longest_way(2, 2, links)


def test_a_signal_takes_one_update_a_link() -> None:
    chain = ([0, 5, 6], [5, 6, 1], [0.5, 0.5, 0.5])  # 0 -> 5 -> 6 -> 1
    net, mind = graph_net(Shape(1, 1), *chain), graph_mind()
    answers = []
    for on in (1, 0):
        mind.values[0] = on
        for step in range(4):
            activate_once(net, mind, on == 1 and step == 0)
            answers.append(float(mind.values[1]))
    # What the input was shows three updates later.
    assert answers[0] < answers[1] < answers[2] == answers[3]
    assert answers[3] == answers[4] == answers[5] > answers[6]


def test_nodes_without_incoming_links_stay_at_zero() -> None:
    net, mind = graph_net(Shape(1, 2), [0], [1], [0.0]), graph_mind()
    mind.values[0] = 1
    activate_once(net, mind, True)
    assert mind.values[1:3].tolist() == [0.5, 0.0]


def test_each_case_is_answered_from_rest_or_after_those_before() -> None:
    net = graph_net(Shape(1, 1), [0, 1], [1, 1], [1.0, 5.0])  # the output feeds itself
    cases = np.array([[1], [-1], [1]], np.float32)
    answers, in_turn = np.zeros((2, 1, 3, 1), np.float32)
    answer_cases(net, cases, False, graph_mind(), answers)
    assert answers[0, 0, 0] == answers[0, 2, 0] > answers[0, 1, 0]
    answer_cases(net, cases, True, graph_mind(), in_turn)
    assert in_turn[0, 0, 0] == answers[0, 0, 0]
    assert in_turn[0, 2, 0] > answers[0, 2, 0]


def test_links_that_are_disabled_are_left_out() -> None:
    begins = np.array([0, 2, 4])
    ends = np.array([0, 4, 0, 4], np.int32), np.array([4, 1, 4, 1], np.int32)
    on = np.array([True, True, True, False])
    nets = nets_of_links(Shape(1, 2), begins, *ends, np.ones(4, np.float32), on)
    assert nets["nodes"].tolist() == [4, 4]  # both have the hidden node 4
    assert [nets["first"][i, nets["nodes"][i]] for i in range(2)] == [2, 1]


def test_the_largest_nets_fit() -> None:
    hidden = MOST_NODES - 2
    sources = np.zeros(hidden, int)
    net = graph_net(Shape(1, 1), sources, np.arange(hidden) + 2, np.ones(hidden))
    assert net[0].nodes == MOST_NODES
    full = graph_net(Shape(64, 32), np.tile(np.arange(64), 32), np.repeat(np.arange(32) + 64, 64), np.ones(MOST_LINKS))
    assert full[0].first[full[0].nodes] == MOST_LINKS

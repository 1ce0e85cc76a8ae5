"""How fast is NEAT, and does it solve what its paper says it solves?

Speed is held against neat-python on the same task with equal settings: populations, chances of mutation, distances,
shares that survive; all of a generation counts, the activation of the nets included. The rates at which XOR and the
poles are solved stand beside those of the paper.

Run with `make bench`, or `.venv/bin/python -m benchmarks.neat`; `--poles` adds the poles without speeds (minutes).
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from benchmarks.measure import in_turns
from benchmarks.report import Bar, Quantity, Row, run
from numpy.typing import NDArray

import neat
from ludogen.evolution.neat import Neat, Parameters
from ludogen.evolution.neat_tasks import BlindDoublePole, DoublePole, NeatTask, Solution, Xor, solve
from ludogen.genomes.graph import Shape
from ludogen.kernels.graph_net import answer_cases, graph_mind
from ludogen.randomness import stream

XOR_GENERATIONS, XOR_RUNS, POLE_RUNS = 60, 100, 20
LARGE = Shape(30, 5)  # nets as large as those of the roving eye
LARGE_POPULATION, LARGE_GENERATIONS, ACTIVATIONS = 400, 2, 100
BAR = 20

# What neat-python is set to, from the same parameters. It perturbs each weight with a chance of its own, has biases in
# its nodes instead of a bias input, and Gaussian perturbations: with a deviation as large as our uniform ones have.
SETTINGS = """
[NEAT]
fitness_criterion = max
fitness_threshold = 1e9
no_fitness_termination = True
pop_size = {population}
reset_on_extinction = True

[DefaultGenome]
num_inputs = {inputs}
num_outputs = {outputs}
num_hidden = 0
feed_forward = {feed_forward}
initial_connection = full
compatibility_disjoint_coefficient = {disjoint}
compatibility_weight_coefficient = {weight_difference}
conn_add_prob = {add_link}
conn_delete_prob = 0.0
node_add_prob = {add_node}
node_delete_prob = 0.0
single_structural_mutation = True
structural_mutation_surer = false
activation_default = sigmoid
activation_mutate_rate = 0.0
activation_options = sigmoid
aggregation_default = sum
aggregation_mutate_rate = 0.0
aggregation_options = sum
bias_init_mean = 0.0
bias_init_stdev = {deviation}
bias_init_type = gaussian
bias_max_value = 30.0
bias_min_value = -30.0
bias_mutate_power = {deviation}
bias_mutate_rate = {perturbed}
bias_replace_rate = {replaced}
response_init_mean = 1.0
response_init_stdev = 0.0
response_init_type = gaussian
response_max_value = 30.0
response_min_value = -30.0
response_mutate_power = 0.0
response_mutate_rate = 0.0
response_replace_rate = 0.0
weight_init_mean = 0.0
weight_init_stdev = {deviation}
weight_init_type = gaussian
weight_max_value = 30.0
weight_min_value = -30.0
weight_mutate_power = {deviation}
weight_mutate_rate = {perturbed}
weight_replace_rate = {replaced}
enabled_default = True
enabled_mutate_rate = 0.0
enabled_rate_to_true_add = 0.0
enabled_rate_to_false_add = 0.0

[DefaultSpeciesSet]
compatibility_threshold = {threshold}

[DefaultStagnation]
species_fitness_func = max
max_stagnation = {stagnation}
species_elitism = 1

[DefaultReproduction]
elitism = 1
survival_threshold = {survival}
min_species_size = 2
"""


def neat_python(parameters: Parameters, inputs: int, outputs: int, feed_forward: bool) -> Any:
    """A configuration of neat-python."""
    values = vars(parameters) | {
        "inputs": inputs,
        "outputs": outputs,
        "feed_forward": feed_forward,
        "deviation": parameters.step / 3**0.5,  # that of a uniform number in -step..step
        "perturbed": parameters.weights * (1 - parameters.fresh),
        "replaced": parameters.weights * parameters.fresh,
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "settings.ini"
        path.write_text(SETTINGS.format(**values), "utf-8")
        return neat.Config(
            neat.DefaultGenome, neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation, str(path)
        )


def evolve_ours(parameters: Parameters, shape: Shape, task: Callable[[Any], NDArray[np.float64]], number: int) -> None:
    """So many generations; always the same."""
    ours = Neat(parameters, shape)
    state = ours.first(stream(1, "first"))
    for generation in range(number):
        state = ours.following(state, task(state.population.nets()), stream(1, generation, "neat"))


def xor_speed() -> Row:
    """Populations of 150 on XOR."""
    task = Xor()
    config = neat_python(Xor.parameters, 2, 1, True)
    cases = [tuple(case) for case in Xor.cases[:, :2].tolist()]

    def judge(genomes: Any, config: Any) -> None:
        for _, genome in genomes:
            net = neat.nn.FeedForwardNetwork.create(genome, config)
            errors = sum(abs(net.activate(case)[0] - want) for case, want in zip(cases, Xor.wanted, strict=True))
            genome.fitness = (4.0 - errors) ** 2

    turns = in_turns(
        lambda: evolve_ours(Xor.parameters, Xor.shape, task.fitness, XOR_GENERATIONS),
        lambda: neat.Population(config, seed=1).run(judge, XOR_GENERATIONS),
        *(3, XOR_GENERATIONS, XOR_GENERATIONS),
    )
    return _speed("XOR", f"{Xor.parameters.population} nets, {XOR_GENERATIONS} generations", turns)


def large_speed() -> Row:
    """Populations as large as those of the roving eye, whose nets are activated as often as an eye may look."""
    parameters = Parameters(population=LARGE_POPULATION, add_node=0.0045, add_link=0.1, step=0.4)
    seen = np.random.default_rng(1).random((ACTIVATIONS, LARGE.inputs)).astype(np.float32)
    config = neat_python(parameters, LARGE.inputs, LARGE.outputs, False)
    rows = [tuple(row) for row in seen.tolist()]

    def ours(nets: NDArray[Any]) -> NDArray[np.float64]:
        answers = np.zeros((len(nets), ACTIVATIONS, LARGE.outputs), np.float32)
        answer_cases(nets, seen, True, graph_mind(), answers)
        return answers[:, -1, 0].astype(np.float64)

    def judge(genomes: Any, config: Any) -> None:
        for _, genome in genomes:
            net = neat.nn.RecurrentNetwork.create(genome, config)
            for row in rows:
                outputs = net.activate(row)
            genome.fitness = outputs[0]

    turns = in_turns(
        lambda: evolve_ours(parameters, LARGE, ours, LARGE_GENERATIONS),
        lambda: neat.Population(config, seed=1).run(judge, LARGE_GENERATIONS),
        *(2, LARGE_GENERATIONS, LARGE_GENERATIONS),
    )
    what = f"{LARGE_POPULATION} recurrent nets of {LARGE.inputs} inputs, {ACTIVATIONS} activations each"
    return _speed("large nets", what, turns)


def _speed(name: str, what: str, turns: Any) -> Row:
    bar = Bar(">=", BAR)
    ours, theirs = (Quantity(1 / min(seconds), "generations/s") for seconds in (turns.ours, turns.reference))
    what = f"{what}, against neat-python {neat.__version__}; median ratio {turns.median_ratio:.0f}"
    return Row(name, what, bar, bar.status(turns.ratio), ours, theirs, turns.ratio)


def solved(name: str, task: NeatTask, runs: int, limit: int, most: float, paper: str) -> Row:
    """How many evaluations a task takes."""
    found = [solve(task, seed, limit) for seed in range(runs)]
    good: list[Solution] = [one for one in found if one]
    evaluations = [one.evaluations for one in good]
    mean = float(np.mean(evaluations)) if good else float("nan")
    what = (
        f"evaluations of {len(good)} of {runs} runs that solved it in {limit} generations: mean; deviation "
        f"{np.std(evaluations):,.0f}, greatest {max(evaluations, default=0):,}; generations "
        f"{np.mean([one.generations for one in good]):.1f}, hidden nodes {np.mean([one.hidden for one in good]):.2f}, "
        f"links {np.mean([one.links for one in good]):.2f}. The paper: {paper}"
    )
    bar = Bar("<=", most)
    return Row(name, what, bar, bar.status(mean), Quantity(mean, ""), details={"evaluations": evaluations})


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    yield xor_speed()
    yield large_speed()
    paper = "4755 (deviation 2553, greatest 13,459), generations 32, hidden nodes 2.35, links 7.48"
    yield solved("XOR solved", Xor(), XOR_RUNS, 200, 9000, paper)
    yield solved("poles", DoublePole(), POLE_RUNS, 200, 9000, "3600 (deviation 2704)")
    if "--poles" in sys.argv:
        yield solved("poles, blind", BlindDoublePole(), POLE_RUNS, 100, 100_000, "33,184 (deviation 21,790)")


if __name__ == "__main__":
    sys.exit(run("neat", rows()))

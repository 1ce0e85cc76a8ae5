"""Compiled kernels are kept on disk, and a second process takes them from there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludogen.kernels
from ludogen.kernels.dispatch import COMPILED

PROGRAM = """
import json
import numpy as np
from ludogen.kernels import checkers, go, othello
from ludogen.kernels.dispatch import Bits
from ludogen.genomes.marker import fixed_nets, marker_nets
from ludogen.genomes.features import feature_nets
from ludogen.kernels.feature_learning import FeatureNets
from ludogen.kernels.feature_net import feature_weights
from ludogen.kernels.learning_games import Lesson, learn_on, learning_work
from ludogen.kernels.fixed_net import FixedMover, fixed_mind, weigh
from ludogen.kernels.marker_code import express
from ludogen.kernels.marker_net import MarkerMover, marker_mind
from ludogen.genomes.graph import graph_net
from ludogen.evolution.neat import Neat
from ludogen.evolution.neat_tasks import DoublePole, Xor
from ludogen.kernels.breeding import breed
from ludogen.kernels.eye_trials import TRIAL, play_trials_of_eyes
from ludogen.kernels.go_answers import FREE, PlayoutReferee, question_type
from ludogen.kernels.go_playouts import PlayoutMover
from ludogen.kernels.genes import assign_species
from ludogen.kernels.graph_net import answer_cases, graph_mind
from ludogen.kernels.pole_balancing import balance
from ludogen.kernels.roving_eye import STEP, EyeMover, EyeRules, eye_mind, trace_eye
from ludogen.players.eyes import eye_shape
from ludogen.kernels.perft import perft
from ludogen.kernels.movers import EpsilonMover, PlainMover, SolvingMover, StrongMover
from ludogen.kernels.online_evolution import OnlineMover, evolve_once, new_work
from ludogen.kernels.othello_solver import new_table
from ludogen.kernels.plain_search import plain_search, plain_work
from ludogen.kernels.replies import ReplyingMover, new_replies
from ludogen.kernels.random_games import random_game, random_games
from ludogen.kernels.search import Extension
from ludogen.kernels.steps import look, step
from ludogen.kernels.strong_search import NO_TABLES, strong_search, strong_work
from ludogen.kernels.trials import play_trials
from ludogen.kernels.values import value_of
from ludogen.kernels.whole_games import Course, play_games
from ludogen.kernels.wide import pack
from ludogen.genomes.areas import board_of
from ludogen.players import evaluators
from ludogen.players.online import Frankland

rows = pack(sum(31 << 8 * row for row in range(5)), 1)
none = pack(0, 1)
board = go.Go(none, none, rows, go.PASS, Bits(0), Bits(0), Bits(0), 0, go.AREA)
results = []
for position in (othello.START, checkers.START, board):
    results.append(perft(position, 4))
    results.append(random_game(position, Bits(1), 200))
outcomes, plies, found = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(9, np.uint64)
random_games(othello.START, np.arange(5, dtype=np.uint64), 200, outcomes, plies)
results.extend([outcomes.tolist(), plies.tolist()])
results.extend([look(othello.START, found), found.tolist(), step(othello.START, found[0])])
pieces = evaluators.pieces(1.5)
jumps = Extension(1, 0, False)
move, value = plain_search(checkers.START, Bits(0), pieces, 4, jumps, Bits(0), plain_work())
results.append([int(move), float(value)])
move, value, depth = strong_search(checkers.START, Bits(0), pieces, NO_TABLES, 5, 99999, jumps, False, strong_work())
results.append([int(move), float(value), depth])
results.append(float(value_of(checkers.START, Bits(0), pieces)))
one = PlainMover(evaluators.mobility(), 2, jumps, True, plain_work())
two = EpsilonMover(StrongMover(evaluators.mobility(), NO_TABLES, 3, 1 << 60, jumps, False, strong_work()), 0.1)
two = SolvingMover(two, 9, new_table())
moves, values, keys = np.zeros((3, 200), np.uint64), np.zeros((3, 200), np.float32), np.zeros(201, np.uint64)
ends, chances, none = np.zeros((3, 4), np.int64), np.arange(3, dtype=np.uint64), np.zeros(3, np.int64)
play_games(
    othello.START, Bits(0), 0, 0, one, two, chances % np.uint64(2), Course(200, 0, 0), chances,
    np.zeros((3, 1), np.uint64), none, moves, values, keys, ends,
)
results.append([ends.tolist(), moves.tolist()])
chromosomes = np.random.default_rng(1).integers(-128, 128, (2, 5160), np.int8)
trials = (np.array([[[34628173824, 68719476736]]], np.uint64).repeat(2, 0), np.zeros((2, 1), np.uint64))
seeds = np.arange(2, dtype=np.uint64)[:, None]
searcher = ReplyingMover(PlainMover(evaluators.mobility(), 2, jumps, False, plain_work()), new_replies())
for mover in (
    MarkerMover(marker_nets(chromosomes, 128, "logistic"), marker_mind()),
    FixedMover(fixed_nets(chromosomes, 128, "logistic"), fixed_mind()),
):
    leads = np.zeros((2, 1))
    play_trials(mover, np.arange(2), searcher, *trials, seeds, moves[0], values[0], keys, leads)
    results.append(leads.tolist())
nets, none = feature_nets(np.linspace(-0.3, 0.3, 2 * 583, dtype=np.float32).reshape(2, 583)), np.zeros(1, np.int64)
rates, counts, shares = np.ones(1, np.float32), np.zeros(3, np.int64), np.zeros(1, np.float32)
lesson, word = Lesson(1, 10.0, 10), np.zeros(1, np.uint64)
learn_on(FeatureNets(nets), none, none + 1, none, none, rates, word, lesson, learning_work(), counts, shares, -1)
results.append([shares.tolist(), [feature_weights(net).tolist() for net in nets]])
online = OnlineMover(Frankland(population=4, generations=2, trials=2).plan, board_of("othello"), new_work(4))
evolve_once(othello.START, online, Bits(1))
results.append([online.work.alpha["values"].tolist(), online.work.fitness.tolist()])
sources, targets = np.arange(30).repeat(5), np.tile(np.arange(30, 35), 30)
eye = EyeMover(graph_net(eye_shape(), sources, targets, np.linspace(-1, 1, 150)), eye_mind(), EyeRules())
questions, made, trial = np.zeros(1, question_type(1)), np.zeros((1, 50), np.uint64), np.zeros(1, TRIAL)
game = (PlayoutReferee(PlayoutMover(1), 1), np.full((1, 1), FREE, np.uint64), 50, questions, made, trial)
play_trials_of_eyes(board, eye, np.zeros(1, np.int64), *game)
results.append([made.tolist(), trial.tolist()])
results.append(trace_eye(board, eye, np.zeros(100, STEP)))
neat = Neat(Xor.parameters, Xor.shape)
state = neat.first(np.random.default_rng(1))
grown = neat.following(state, Xor().fitness(state.population.nets()), np.random.default_rng(2))
actions, shaken = np.zeros(1, np.int64), np.zeros(1)
balance(graph_net(DoublePole.shape, [0], [7], [1.0]), np.full(6, 0.01), True, 9, graph_mind(), actions, shaken)
results.append([grown.population.genes.weights.tolist(), grown.species.of.tolist(), actions.tolist(), shaken.tolist()])
searches = {"play_games": play_games, "play_trials": play_trials, "express": express, "weigh": weigh}
searches |= {"learn_on": learn_on, "evolve_once": evolve_once}
searches |= {"play_trials_of_eyes": play_trials_of_eyes, "trace_eye": trace_eye}
searches |= {"breed": breed, "assign_species": assign_species, "answer_cases": answer_cases, "balance": balance}
searches |= {"plain_search": plain_search, "strong_search": strong_search, "value_of": value_of}
entries = searches | {"perft": perft}
entries |= {"random_game": random_game, "random_games": random_games, "look": look, "step": step}
hits = {name: sum(entry.stats.cache_hits.values()) for name, entry in entries.items()}
misses = {name: sum(entry.stats.cache_misses.values()) for name, entry in entries.items()}
print(json.dumps({"results": results, "hits": hits, "misses": misses}))
"""

PATIENCE = 900  # seconds: the first process compiles nearly everything that there is, on a machine that may be busy


def run(folder: Path) -> dict[str, Any]:
    source = Path(ludogen.kernels.__file__).parents[2]
    environment = os.environ | {"LUDOGEN_CACHE": str(folder), "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.slow
@pytest.mark.timeout(2 * PATIENCE)
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")
def test_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    calls = {"play_games": 1, "plain_search": 1, "strong_search": 1, "value_of": 1, "perft": 3}
    calls |= {"evolve_once": 1, "play_trials_of_eyes": 1, "trace_eye": 1}
    calls |= {"breed": 1, "assign_species": 1, "answer_cases": 1, "balance": 1}
    calls |= {"learn_on": 1, "play_trials": 2, "express": 1, "weigh": 1}
    calls |= {
        "random_game": 3,
        "random_games": 1,
        "look": 1,
        "step": 1,
    }
    none = dict.fromkeys(calls, 0)
    first, second = run(tmp_path), run(tmp_path)
    assert (first["hits"], first["misses"]) == (none, calls)
    assert (second["hits"], second["misses"]) == (calls, none)
    assert first["results"] == second["results"]
    assert first["results"][0:3:2] == [244, 1469]
    assert list((tmp_path / "kernels").rglob("*.nbi"))

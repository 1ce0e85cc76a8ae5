"""Runs: what evolution leaves on disk, and how it goes on from there.

store          `RunStore`: a run is a folder, kept generation by generation
plan           `RunPlan`: what a run is to do, as `config.toml` has it
folder         where runs are, what they may be called
metrics_file   `MetricsFile`: metrics as lines of JSON
tensorboard    `TensorBoard`: metrics for TensorBoard; imported only when asked for
database, arrays, files     the SQLite file and its versions, arrays in it, small files and the lock
"""

from ludogen.runs.folder import RUNS, find_run, list_runs, new_run
from ludogen.runs.metrics_file import MetricsFile
from ludogen.runs.plan import RunPlan
from ludogen.runs.store import GenerationRecord, RunStore

__all__ = ["RUNS", "GenerationRecord", "MetricsFile", "RunPlan", "RunStore", "find_run", "list_runs", "new_run"]

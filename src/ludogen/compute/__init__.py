"""Where games run: on the threads of this machine, or on a Ray cluster (extra `cluster`).

    tasks     what is to be done: `Task`, `Compute`
    threads   `ThreadCompute`: the default
    cluster   `ClusterCompute`: the same tasks on Ray; imported only when asked for

A task is a function of shared data and indices, and what it returns for an index depends on nothing else. So the
results are the same, bit for bit, wherever and in whatever pieces they are computed.
"""

from ludogen.compute.tasks import Compute, Rows, Shared, Task
from ludogen.compute.threads import ThreadCompute

__all__ = ["Compute", "Rows", "Shared", "Task", "ThreadCompute"]

"""Long work in pieces, on this machine or on many: one interface, the same result everywhere.

`make_executor` gives one process, a pool of processes, or Ray. Pieces depend on nothing but their own description (it
has their number and seed), results come in the order of the pieces, and so nothing that is computed knows how many
workers there were. `run_tasks` adds what long runs need: progress, a checkpoint, and the tasks that are left.
"""

from __future__ import annotations

from riverboat.executor.choosing import make_executor
from riverboat.executor.interface import Executor, Limits
from riverboat.executor.sharing import Shared
from riverboat.executor.tasks import Task, run_tasks

__all__ = ["Executor", "Limits", "Shared", "Task", "make_executor", "run_tasks"]

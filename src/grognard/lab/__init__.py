"""The laboratory: many games of computer players, what they show, and how sure of it we are.

Modules that need the extra `lab` (scipy, matplotlib) are imported by whoever uses them, so that `grognard simulate`
works without it.
"""

from grognard.lab.jobs import (
    Contestant,
    Job,
    Setting,
    Task,
    Trial,
    cut,
    line_ups,
    make_setting,
    plain_jobs,
    read_contestant,
    round_robin,
)
from grognard.lab.runner import run_all, run_tasks
from grognard.lab.stats import Interval, share, wilson

__all__ = [
    "Contestant",
    "Interval",
    "Job",
    "Setting",
    "Task",
    "Trial",
    "cut",
    "line_ups",
    "make_setting",
    "plain_jobs",
    "read_contestant",
    "round_robin",
    "run_all",
    "run_tasks",
    "share",
    "wilson",
]

"""Processes beside the server for whatever may take long: the table never waits for them, and they can be cut off."""

import multiprocessing
import os
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor


def _end_with_parent() -> None:
    """It must not outlive a server that was killed: nobody would ever tell it to stop."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Lane:
    """One process that computes, started when first needed, and how many questions wait for it."""

    def __init__(self, process: bool, name: str) -> None:
        """Without a process of its own: a thread of the server, which cannot be cut off."""
        self._process, self._name = process, name
        self._pool: Executor | None = None
        self.waiting = 0

    def started(self) -> Executor:
        if self._pool is None:
            if self._process:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_end_with_parent)
            else:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix=self._name)
        return self._pool

    def abandon(self, pool: Executor) -> None:
        """Compute in a new process from now on. One that never ends would keep its processor for ever."""
        if self._pool is pool:
            self._pool = None
        stuck = list((getattr(pool, "_processes", None) or {}).values())  # public only from Python 3.14 on
        pool.shutdown(wait=False)
        for process in stuck:
            process.kill()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

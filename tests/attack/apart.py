"""Work that may hang or crash, in a process of its own."""

import os
import signal
import traceback
from collections.abc import Callable

PATIENCE = 240
"""Seconds of processor time after which a trial hangs."""


def apart(work: Callable[[], str]) -> str:
    """What `work` says, in a process of its own that may hang or crash. That process ends here, whatever happens, also
    when nobody listens any more: if it came back it would go on with the campaign, beside the next one."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            try:
                said = work()
            except BaseException:
                said = "FAULT\n" + traceback.format_exc()[-2000:]
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(said.encode("utf-8", "backslashreplace"))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return said if status == 0 else f"FAULT: ended by signal {status & 127}"

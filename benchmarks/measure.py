"""Runs a command and measures it: seconds, CPU seconds, and the largest resident memory of any of its processes."""

import contextlib
import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

POLL = 0.05  # seconds between two looks at the processes' memory
MEBI = 1024  # KiB


@dataclass(frozen=True)
class Measured:
    """What a command did: `peak` in MiB is that of its largest process, `status` None if it ran out of time."""

    seconds: float
    cpu: float
    peak: float
    status: int | None
    output: str
    errors: str


def measure(command: list[str], folder: Path, timeout: float) -> Measured:
    """Run a command to its end, or until its time is up; its processes are then ended with it.

    Args:
        command: with its arguments.
        folder: an empty place for what it prints.
        timeout: seconds.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    peak = 0
    with (folder / "output").open("wb") as out, (folder / "errors").open("wb") as err:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        try:
            while process.poll() is None and time.monotonic() - start < timeout:
                peak = max([peak, *map(_high_water, _family(process.pid))])
                time.sleep(POLL)
        finally:
            status = process.poll()
            _end(process)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    said = [(folder / name).read_text("utf-8", "replace") for name in ("output", "errors")]
    return Measured(seconds, cpu, peak / MEBI, status, *said)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that was started as the head of a group, and its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _family(head: int) -> list[int]:
    """A process and all that it started, as Linux tells; others tell none."""
    found, waiting = [], [head]
    while waiting:
        process = waiting.pop()
        found.append(process)
        for tasks in Path(f"/proc/{process}/task").glob("*/children"):
            try:
                waiting += map(int, tasks.read_text().split())
            except OSError:
                continue
    return found


def _high_water(process: int) -> int:
    """The largest resident memory a process has had, in KiB; 0 if it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")), 0)

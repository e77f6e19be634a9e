"""Coverage of the package by tests, children included: `python scripts/measure_coverage.py [pytest's arguments]`.

Half of the package runs in child processes, which see a stripped environment, may open no file once the walls are up,
and leave by `os._exit`. So their interpreters find a `sitecustomize` on the one path that the grader hands on
(PYTHONPATH): it starts the measurement, opens a file of results before there are walls, and writes to it on leaving.
A child that is killed tells nothing, or half of it; another one that ran the same lines does.

Without arguments it runs the quick lane and the rooms that start children, some three minutes.

Prints the table by file, and fails under the floor of `[tool.coverage.report]` in pyproject.toml.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import coverage

ROOT = Path(__file__).parents[1]

MEASURED = (
    "assignment", "cli", "courses/packages", "devices", "exports", "grading", "labs", "pipeline/test_pipeline.py",
    "processes", "report", "submissions",
    "emulator/test_order.py", "emulator/test_small_print.py", "emulator/test_sanitizer_patterns.py",
    "test_architecture.py", "test_repository.py", "test_tiny.py",
)  # fmt: skip
"""Of `tests/`: the quick rooms, and what reaches every other room of the package once."""

MARK = bytes.fromhex("d5c0a1e9f3074b6e")
"""Stands before every record: what a killed process left half written ends at the next one."""

EVERY_PROCESS = f"""
import atexit, os, resource, zlib
import coverage

FAR = 1500  # beyond the descriptors that a forked child closes
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
folder = os.path.dirname(os.path.abspath(__file__))
# One file for a process and all that it forks: one for all would outgrow what the walls allow a child to write.
results = os.open(os.path.join(folder, f"results.{{os.getpid()}}"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
os.dup2(results, FAR)
os.close(results)
measured = coverage.Coverage(data_file=None, branch=True, source=[{str(ROOT / "grader")!r}], config_file=False)
measured.start()

def tell():
    measured.stop()
    data = measured.get_data().dumps()
    os.write(FAR, {MARK!r} + zlib.crc32(data).to_bytes(4, "little") + data)

def leave(status, really=os._exit):
    try:
        tell()
    finally:
        really(status)

os._exit = leave
atexit.register(tell)
"""


def records(folder: Path) -> Iterator[bytes]:
    """What the processes wrote whole, in `folder/results.*`: a mark, four bytes of CRC-32, the data; and again."""
    for results in sorted(folder.glob("results.*")):
        for record in results.read_bytes().split(MARK)[1:]:
            if zlib.crc32(record[4:]) == int.from_bytes(record[:4], "little"):
                yield record[4:]


def gather(folder: Path) -> None:
    """Add up what the processes wrote, into `folder/coverage`."""
    together = coverage.CoverageData(str(folder / "coverage"))
    for record in records(folder):
        one = coverage.CoverageData(no_disk=True)
        one.loads(record)
        together.update(one)
    together.write()


def main(arguments: list[str]) -> int:
    """Run the tests measured, then report; pytest's exit status, or 2 below the floor."""
    arguments = arguments or ["-n", "auto", "-m", "not slow and not browser", *(f"tests/{room}" for room in MEASURED)]
    with tempfile.TemporaryDirectory(prefix="coverage-") as name:
        folder = Path(name)
        (folder / "sitecustomize.py").write_text(EVERY_PROCESS, encoding="utf-8")
        paths = [name, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        done = subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=environment, check=False)
        gather(folder)
        measured = coverage.Coverage(data_file=str(folder / "coverage"), config_file=str(ROOT / "pyproject.toml"))
        measured.load()
        total = measured.report(show_missing=False, skip_covered=True, skip_empty=True)
        floor = float(measured.get_option("report:fail_under") or 0)
    if total < floor:
        print(f"Coverage {total:.1f}% is below the floor of {floor:g}%.")
    return done.returncode or (2 if total < floor else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

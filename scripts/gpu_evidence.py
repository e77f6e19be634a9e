"""Everything that only a real GPU can show, in one go, with logs and figures in one folder.

    python scripts/gpu_evidence.py --out FOLDER [--only STEP,STEP]

Needs an NVIDIA GPU and CuPy; `counters` also Nsight Compute. Every step is a process of its own with a time limit; one
that fails leaves its log and does not stop the others. What needs the GPU to itself runs alone, the rest side by side.
The folder gets `summary.json`, a log and a JSON file a step, and `evidence.tar.xz` with all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
STEPS_FILE = Path(__file__).with_name("gpu_steps.py")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its name, the most seconds it may take, and whether it needs the GPU to itself."""

    name: str
    seconds: int
    alone: bool = False


STEPS = (
    Step("identical", 320),
    Step("isa", 320),
    Step("attacks", 320),
    Step("grade", 320),
    Step("doctor", 60),
    Step("verdicts", 600),
    Step("timing", 150, alone=True),
    Step("labs", 150, alone=True),
    Step("repeat", 300, alone=True),
    Step("counters", 90, alone=True),
    Step("batch", 170, alone=True),  # on the host's quiet cores: the GPU idles
)


@dataclass(slots=True)
class Running:
    """A step under way."""

    step: Step
    process: subprocess.Popen[bytes]
    log: IO[bytes]
    started: float


def start(step: Step, out: Path) -> Running:
    """Start a step; what it prints goes to its log."""
    log = (out / f"{step.name}.log").open("wb")
    command = [sys.executable, str(STEPS_FILE), step.name, "--out", str(out)]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        start_new_session=True,  # so that its own children can be ended with it
        env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"},
    )  # fmt: skip
    print(f"{step.name}: started", flush=True)
    return Running(step, process, log, time.monotonic())


def finish(running: Running, deadline: float) -> dict[str, object]:
    """Wait for a step, no longer than its limit and the whole run's."""
    limit = min(running.started + running.step.seconds, deadline)
    try:
        status: int | str = running.process.wait(timeout=max(1.0, limit - time.monotonic()))
    except subprocess.TimeoutExpired:
        os.killpg(running.process.pid, signal.SIGKILL)
        running.process.wait()
        status = "timed out"
    running.log.close()
    seconds = round(time.monotonic() - running.started, 1)
    print(f"{running.step.name}: {'ok' if status == 0 else status} in {seconds} s", flush=True)
    return {"status": status, "seconds": seconds}


def run(steps: Sequence[Step], out: Path, deadline: float) -> dict[str, dict[str, object]]:
    """Run the steps: those that share the GPU first and together, the others one by one."""
    together = [start(step, out) for step in steps if not step.alone]
    with ThreadPoolExecutor(len(STEPS)) as pool:
        waits = {running.step.name: pool.submit(finish, running, deadline) for running in together}
    outcome = {name: wait.result() for name, wait in waits.items()}
    for step in steps:
        if step.alone:
            if time.monotonic() > deadline - 5:
                outcome[step.name] = {"status": "not started: no time was left", "seconds": 0}
                continue
            outcome[step.name] = finish(start(step, out), deadline)
    return outcome


def pack(out: Path) -> Path:
    """All files of the folder in one archive."""
    archive = out / "evidence.tar.xz"
    with tarfile.open(archive, "w:xz") as bundle:
        for path in sorted(out.rglob("*")):
            if path.is_file() and path != archive:
                bundle.add(path, str(path.relative_to(out)))
    return archive


def main() -> int:
    """Run what is asked for; 0 when every step did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for logs and figures")
    parser.add_argument("--only", default="", help="names of steps, with commas between them")
    parser.add_argument("--seconds", type=float, default=1800, help="the most that the whole run may take")
    options = parser.parse_args()
    wanted = {name for name in options.only.split(",") if name}
    unknown = wanted - {step.name for step in STEPS}
    if unknown:
        parser.error(f"no such step: {', '.join(sorted(unknown))}")
    options.out.mkdir(parents=True, exist_ok=True)
    steps = [step for step in STEPS if not wanted or step.name in wanted]
    outcome = run(steps, options.out.resolve(), time.monotonic() + options.seconds)
    (options.out / "summary.json").write_text(json.dumps(outcome, indent=1) + "\n", encoding="utf-8")
    print(f"{pack(options.out)}")
    for name in outcome:
        log = options.out / f"{name}.log"
        tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-12:] if log.exists() else []
        print(f"--- {name}", *tail, sep="\n")
    return 0 if all(entry["status"] == 0 for entry in outcome.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

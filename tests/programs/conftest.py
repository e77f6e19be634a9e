"""Whole programs: how tests run one, and the C++ library that they share."""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.cache import kept_folder
from grader.results import Results
from tests.programs.preloaded import Preloaded

# Building the C++ library takes a minute: all workers and all runs of the tests share it.
ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(tempfile.gettempdir()) / f"grader-tests-programs-{os.getuid() if hasattr(os, 'getuid') else 0}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What `python -m grader run` printed, its exit code and its results."""

    code: int
    output: str
    errors: str
    results: Results | None

    def lines(self, kind: str) -> list[int]:
        """The lines of the findings of one kind."""
        assert self.results is not None
        return [finding.line for finding in self.results.findings if finding.kind.value == kind]


RunProgram = Callable[..., Done]


def require_programs() -> None:
    """Skip where no whole program can run."""
    if sys.platform != "linux":
        pytest.skip("whole programs run on Linux only")
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("ziglang is not installed: pip install 'cuda-grader[programs]'")


@contextlib.contextmanager
def shared_library() -> Iterator[None]:
    """Let this process use the C++ library that all tests share; one at a time builds it."""
    require_programs()
    KEPT.mkdir(mode=0o700, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, (KEPT / "lock").open("w") as lock:
        if not any(KEPT.glob("cuda-grader/libraries/*/*.o")):
            fcntl.flock(lock, fcntl.LOCK_EX)
        patch.setenv("XDG_CACHE_HOME", str(KEPT))
        kept_folder.cache_clear()
        yield
    kept_folder.cache_clear()


@pytest.fixture(scope="session")
def preloaded() -> Iterator[Preloaded]:
    """The process that the tests of one worker run their programs from."""
    require_programs()
    with contextlib.closing(Preloaded()) as process:
        yield process


@pytest.fixture
def run_program(tmp_path: Path, preloaded: Preloaded) -> RunProgram:
    """Write a program (and files beside it), run it, return what came of it.

    `fresh`: in an interpreter of its own, as a user's command is; so is any other `module`.
    """

    def run(
        text: str,
        *arguments: str,
        options: tuple[str, ...] = (),
        behind: tuple[str, ...] = (),
        module: str = "grader",
        fresh: bool = False,
        **beside: str,
    ) -> Done:
        for name, content in {"program.cu": text, **{n.replace("_h", ".h"): t for n, t in beside.items()}}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content, encoding="utf-8")
        out = tmp_path / "report"
        words = ["run", *options, "--out", str(out), "program.cu", *behind, "--", *arguments]
        environment = {**os.environ, "XDG_CACHE_HOME": str(KEPT), "PYTHONPATH": str(ROOT)}
        KEPT.mkdir(mode=0o700, exist_ok=True)
        with (KEPT / "lock").open("w") as lock:
            if not any(KEPT.glob("cuda-grader/libraries/*/*.o")):
                fcntl.flock(lock, fcntl.LOCK_EX)
            if fresh or module != "grader":
                done = subprocess.run(
                    [sys.executable, "-m", module, *words], cwd=tmp_path, capture_output=True, text=True, check=False,
                    env=environment, stdin=subprocess.DEVNULL,
                )  # fmt: skip
                code, output, errors = done.returncode, done.stdout, done.stderr
            else:
                code, output, errors = preloaded.run(words, tmp_path, environment)
        results = Results.load(out / "results.json") if (out / "results.json").is_file() else None
        errors = "".join(line for line in errors.splitlines(keepends=True) if "The first time, the C++" not in line)
        return Done(code=code, output=output, errors=errors, results=results)

    return run

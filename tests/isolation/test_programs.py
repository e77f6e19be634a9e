"""A compiler that is a program of its own may be started, and nothing else changes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.devices.cpu import WorkerLimits, starts_programs
from grader.grade import Session
from grader.isolation import available
from grader.submission import read_submission

ROOT = Path(__file__).parents[2]

CHILD = """
import socket, subprocess, sys
from pathlib import Path
from grader.isolation import restrict
restrict(writable=Path.cwd(), programs=PROGRAMS)
def attempt(what):
    try:
        what()
        return "done"
    except OSError as error:
        return type(error).__name__
started = attempt(lambda: subprocess.run([sys.executable, "-S", "-c", "pass"], check=True))
network = attempt(socket.socket)
reading = attempt(lambda: open(SECRET).close())
sys.stdout.write(f"{started} {network} {reading}")
"""


@pytest.mark.skipif(not any("system call" in text for text in available().in_force), reason="no seccomp here")
@pytest.mark.skipif(not any("Landlock" in text for text in available().in_force), reason="no Landlock here")
@pytest.mark.parametrize(("programs", "started"), [(True, "done"), (False, "PermissionError")])
def test_a_child_may_start_programs_only_where_its_compiler_is_one(programs: bool, started: str, tmp_path: Path):
    """Network and foreign files stay closed either way."""
    secret = tmp_path / "secret"
    secret.write_text("expected results")
    folder = tmp_path / "own"
    folder.mkdir()
    code = CHILD.replace("PROGRAMS", str(programs)).replace("SECRET", repr(str(secret)))
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{started} PermissionError PermissionError"


def test_clang_is_the_program_that_is_meant():
    """NVRTC is a library: its child starts nothing."""
    assert starts_programs("clang")
    assert not starts_programs("nvrtc")
    assert starts_programs("auto") == (importlib.util.find_spec("cupy_backends") is None)
    assert "programs" in WorkerLimits(programs=True).arguments()
    assert "programs" not in WorkerLimits().arguments()


@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="Clang (the extra `clang`) is not installed")
def test_clang_grades_behind_the_walls():
    """The same verdict as with NVRTC."""
    assignment = load_assignment(ROOT)
    assignment = replace(assignment, config=assignment.config.model_copy(update={"compiler": "clang"}))
    with Session(assignment, device="cpu") as session:
        results = session.grade(read_submission(ROOT / "reference" / "tiled.cu"), cases="lesson-*")
    assert results.passed, results.verdict

"""Grading without `fork`, `resource`, seccomp and Landlock: Windows and macOS, as far as Linux can act them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.processes.sandbox import available

ROOT = Path(__file__).parents[2]

# Runs in every interpreter that the grader starts, before anything else.
BARE = """
import os, sys
for name in ("fork", "forkpty", "register_at_fork", "sched_getaffinity", "killpg", "getuid", "geteuid"):
    if hasattr(os, name):
        delattr(os, name)
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("resource", "fcntl", "pwd", "grp", "termios", "pyseccomp", "py_landlock"):
            raise ImportError(name)
sys.meta_path.insert(0, Missing())
for name in ("resource", "fcntl", "pwd", "grp"):
    sys.modules.pop(name, None)
"""


@pytest.fixture
def bare(tmp_path):
    """An environment whose interpreters lack what only Linux has."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(BARE)
    path = os.pathsep.join([str(tmp_path / "site"), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path}
    check = "import os; assert not hasattr(os, 'fork')\ntry:\n import resource\nexcept ImportError: print('bare')"
    done = subprocess.run([sys.executable, "-c", check], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "bare\n"
    return environment


def grade(environment, tmp_path, *arguments):
    command = [sys.executable, "-m", "grader", *arguments, "--device", "cpu", "--out", str(tmp_path / "report")]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr + done.stdout
    return json.loads((tmp_path / "report" / "results.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("compiler", ["nvrtc", "clang"])
def test_a_race_is_found_without_anything_of_linux(bare, tmp_path, compiler):
    """The child is spawned, compiles, runs and reports; Clang is started by it directly."""
    pytest.importorskip("ziglang" if compiler == "clang" else "nvidia.cuda_nvrtc")
    file = "reference/mistakes/barrier-second-missing.cu"
    results = grade(bare, tmp_path, file, "--case", "lesson*", "--compiler", compiler)
    assert results["compile"]["compiler"].startswith(compiler)
    assert "data-race" in {finding["kind"] for finding in results["findings"]}
    assert not [case for case in results["cases"] if case["status"] == "error"]
    assert [wall.split(":")[0] for wall in results["device"]["missing_walls"]] == [
        "no limits on files and memory", "no file system sandbox", "no system call filter",
    ]  # fmt: skip


def test_the_results_say_which_walls_stand(tmp_path):
    """As the child has put them up: those that the machine offers."""
    device = grade(dict(os.environ), tmp_path, "reference/tiled.cu", "--case", "one-cell@16")["device"]
    assert tuple(device["walls"]) == available().in_force
    assert tuple(device["missing_walls"]) == available().missing


def test_a_batch_runs_without_anything_of_linux(bare, tmp_path):
    """One process a submission, without a fork server."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    for name in ("ada", "grace"):
        (folder / f"{name}.cu").write_bytes((ROOT / "reference" / "tiled.cu").read_bytes())
    command = [sys.executable, "-m", "grader", "batch", str(folder), "--out", str(tmp_path / "out"), "--device", "cpu"]
    done = subprocess.run(command, env=bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "2 of 2 graded" in done.stdout + done.stderr
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"ada", "grace", "gradebook.csv"}

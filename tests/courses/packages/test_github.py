"""The composite action and its workflow, run step by step as the runner runs them."""

from __future__ import annotations

import base64
import compileall
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from grader.cli import main
from grader.courses.packages import template
from grader.courses.packages.github import ACTION, GRADER, WORKFLOW

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the action's steps need bash")
KNOWN_ACTIONS = {"actions/setup-python@v6", "actions/upload-artifact@v6", "actions/checkout@v5"}  # on Node 24


@pytest.fixture(scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An assignment repository of one tile width with the files that `package github` writes, compiled once for all."""
    folder = tmp_path_factory.mktemp("packaged") / "repository"
    for name in ("testcases", "reference", "starter"):
        shutil.copytree(ROOT / name, folder / name)
    config = (ROOT / "config.yaml").read_text(encoding="utf-8")
    assert "[16, 32]" in config
    (folder / "config.yaml").write_text(config.replace("[16, 32]", "[16]"), encoding="utf-8")
    assert main(["package", "github", "--assignment", str(folder)]) == 0
    assert compileall.compile_dir(folder / GRADER, quiet=1)
    return folder


@pytest.fixture
def repository(tmp_path: Path, packaged: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(packaged, tmp_path / "repository"))


def _in(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Runner:
    """What GitHub's runner does with a composite action, as far as these steps need it."""

    def __init__(self, repository: Path, inputs: dict[str, str]) -> None:
        self.repository = repository
        self.action = yaml.safe_load((repository / ACTION).read_text())
        self.inputs = {name: inputs.get(name, item["default"]) for name, item in self.action["inputs"].items()}
        self.temporary = _in(repository.parent / "temp")
        self.files = {name: self.temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        self._make_environment(repository / self.inputs["grader"])

    def _make_environment(self, package: Path) -> None:
        """What the install step makes: a Python that has the packaged grader, and not this repository's."""
        python = _in(self.temporary / "grader" / "bin") / "python"
        found = f"import runpy, sys; sys.path.insert(0, {str(package.resolve())!r}); sys.argv[0] = sys.argv.pop(1)"
        run = "runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
        python.write_text(
            f"""#!/bin/sh
if [ "$1 $2" = "-I -m" ]; then shift 2; exec "{sys.executable}" -I -c "{found}; {run}" "$@"; fi
PYTHONPATH="{package.resolve()}" exec "{sys.executable}" "$@"
"""
        )
        python.chmod(0o755)

    def run_step(self, identifier: str) -> subprocess.CompletedProcess[str]:
        """One `run` step, with its expressions filled in and the runner's environment."""
        (step,) = [step for step in self.action["runs"]["steps"] if step.get("id") == identifier]
        environment = {name: self._filled(value) for name, value in step.get("env", {}).items()}
        environment |= {name: str(path) for name, path in self.files.items()}
        environment |= {"GITHUB_WORKSPACE": str(self.repository), "RUNNER_TEMP": str(self.temporary)}
        kept = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(self.temporary)}
        # The flags are those of GitHub's documentation for `shell: bash`.
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        return subprocess.run(
            command, cwd=self.repository, env={**kept, **environment}, capture_output=True, text=True, check=False
        )

    def _filled(self, value: str) -> str:
        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: self.inputs[match[1]], value)


def obeyed(output: str) -> list[str]:
    """The workflow commands that the runner obeys: none between `stop-commands` and its token."""
    commands, token = [], None
    for line in output.splitlines():
        if token is not None:
            if line.strip() == f"::{token}::":
                token = None
            continue
        if match := re.match(r"::stop-commands::(.*)$", line.strip()):
            token = match[1]
        elif line.strip().startswith("::") or "##[" in line:
            commands.append(line)
    assert token is None
    return commands


def test_the_files_are_what_github_expects(repository: Path):
    """Known actions only, every expression names an input or a step, no input stands in a script's text."""
    action = yaml.safe_load((repository / ACTION).read_text())
    workflow = yaml.safe_load((repository / WORKFLOW).read_text())
    steps = action["runs"]["steps"] + workflow["jobs"]["grade"]["steps"]
    assert {step["uses"] for step in steps if "uses" in step and not step["uses"].startswith("./")} <= KNOWN_ACTIONS
    text = (repository / ACTION).read_text()
    for name in re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", text):
        assert name in action["inputs"]
    assert not any("${{" in step.get("run", "") for step in steps)
    assert all(step.get("shell") == "bash" for step in action["runs"]["steps"] if "run" in step)
    assert workflow["permissions"] == {"contents": "read"}
    assert (repository / GRADER / "pyproject.toml").is_file()
    solution = (ROOT / "reference" / "tiled.cu").read_bytes()
    carried = [path for path in (repository / GRADER).rglob("*") if path.is_file()]
    assert not [path for path in carried if path.name == "tiled.cu" or path.read_bytes() == solution]


def test_what_is_installed_is_kept_from_run_to_run_by_a_file_that_is_there(repository: Path):
    """`setup-python` fails where the file that a cache depends on is missing."""
    python = yaml.safe_load((repository / ACTION).read_text())["runs"]["steps"][0]["with"]
    kept_by = python["cache-dependency-path"].replace("${{ inputs.grader }}", GRADER)
    assert (repository / kept_by).is_file()
    assert "'pip'" in python["cache"] and "pyproject.toml" in python["cache"]


def test_this_repositorys_own_workflow_uses_the_same_action():
    """What is packaged is what is tested on every push here."""
    assert (ROOT / ACTION).read_bytes() == template("action.yml")
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
    uses = [step.get("uses") for job in workflow["jobs"].values() for step in job["steps"]]
    assert f"./{Path(ACTION).parent.as_posix()}" in uses


def test_a_right_kernel_passes_the_step(repository: Path):
    """Exit code 0, outputs set, a summary, one notice."""
    shutil.copy(repository / "reference" / "tiled.cu", repository / "starter" / "matmul.cu")
    runner = Runner(repository, {"grader": GRADER})
    done = runner.run_step("grade")
    assert done.returncode == 0, done.stdout + done.stderr
    outputs = dict(line.split("=", 1) for line in runner.files["GITHUB_OUTPUT"].read_text().splitlines())
    assert (outputs["score"], outputs["passed"]) == ("100", "true")
    assert json.loads(base64.b64decode(outputs["result"]))["status"] == "pass"
    assert "100 of 100 points" in runner.files["GITHUB_STEP_SUMMARY"].read_text()
    assert [line.split(" ")[0] for line in obeyed(done.stdout)] == ["::notice"]
    assert (repository / "report" / "junit.xml").is_file()


def test_a_wrong_kernel_fails_the_step_with_annotations_on_its_lines(repository: Path):
    """On the path that the repository knows."""
    source = (repository / "reference" / "tiled.cu").read_text()
    first = source.index("__syncthreads();")
    faulty = source[:first] + source[first:].replace("__syncthreads();", "", 1)
    (repository / "starter" / "matmul.cu").write_text(faulty)
    done = Runner(repository, {"grader": GRADER}).run_step("grade")
    assert done.returncode == 1, done.stdout + done.stderr
    errors = [line for line in obeyed(done.stdout) if line.startswith("::error")]
    assert any("file=starter/matmul.cu,line=" in line and "title=data-race" in line for line in errors)


def test_hidden_cases_are_not_in_what_a_student_can_read(repository: Path):
    """Neither in the log nor in the report that is uploaded; the score counts them."""
    (repository / "testcases" / "secret.yaml").write_text(
        "title: Secret\nreason: Not told.\npoints: 0\nvisibility: hidden\n"
        "cases:\n  - {name: zqsecret, M: 21, K: 22, N: 23}\n"
    )
    source = (repository / "reference" / "tiled.cu").read_text()
    (repository / "starter" / "matmul.cu").write_text(source.replace("row < M && col < N", "row < M && col < N - 1"))
    runner = Runner(repository, {"grader": GRADER})
    done = runner.run_step("grade")
    assert done.returncode == 1, done.stdout + done.stderr
    report = [path for path in (repository / "report").rglob("*") if path.is_file()]
    assert {"index.html", "results.json"} <= {path.name for path in report}
    summary = runner.files["GITHUB_STEP_SUMMARY"].read_text()
    assert "zqsecret" not in done.stdout + done.stderr + summary
    assert not [path.name for path in report if b"zqsecret" in path.read_bytes()]
    assert json.loads((repository / "report" / "results.json").read_text())["hidden"] > 0


def test_an_edited_workflow_is_not_replaced_unasked(repository: Path, capsys):
    """The message names it; nothing has been written; `--force` does."""
    workflow = repository / WORKFLOW
    workflow.write_text(workflow.read_text() + "# ours\n")
    (repository / GRADER / "pyproject.toml").unlink()
    command = ["package", "github", "--assignment", str(repository)]
    assert main(command) == 2
    assert WORKFLOW in capsys.readouterr().err
    assert not (repository / GRADER / "pyproject.toml").exists()
    assert main([*command, "--force"]) == 0
    assert "# ours" not in workflow.read_text()


SHADOWING = ("secrets", "numpy", "json", "grader/__init__", "grader/__main__", "sitecustomize", "conftest", "argparse")


def test_modules_in_a_students_repository_are_not_the_graders(repository: Path):
    """Each would say that it ran; none does, the grade is the kernel's own, and the token is nobody's to know."""
    for name in SHADOWING:
        path = _in((repository / name).parent) / f"{Path(name).name}.py"
        path.write_text(f"import sys; sys.stderr.write('shadowed by {name}\\n'); token_hex = lambda n: 'known'\n")
    (repository / "evil.pth").write_text("import sys; sys.stderr.write('shadowed by a path file')\n")
    done = Runner(repository, {"grader": GRADER}).run_step("grade")
    assert "shadowed" not in done.stdout + done.stderr
    assert done.returncode == 1, done.stderr
    (token,) = re.findall(r"^::stop-commands::(.*)$", done.stdout, re.MULTILINE)
    assert re.fullmatch(r"[0-9a-f]{48}", token)


def test_no_python_of_the_action_looks_into_the_students_folder(repository: Path):
    """Nor where it installs: each is isolated."""
    action = yaml.safe_load((repository / ACTION).read_text())
    scripts = "\n".join(step.get("run", "") for step in action["runs"]["steps"])
    calls = re.findall(r"(?m)^\s*(?:\S*/)?python\"? .*$", scripts)
    assert len(calls) == 3
    assert all(" -I -m " in call for call in calls)
    assert "$(python" not in scripts


def test_a_repository_without_the_assignment_gets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    """Without its solution, and with the file that students change; then the step grades that."""
    monkeypatch.chdir(ROOT)
    repository = tmp_path / "repository"
    assert main(["package", "github", "--out", str(repository)]) == 0
    assert "solution" not in capsys.readouterr().err
    assert not (repository / "reference" / "tiled.cu").exists()
    assert (repository / "starter" / "matmul.cu").is_file()
    done = Runner(repository, {"grader": GRADER}).run_step("grade")
    assert done.returncode == 1, done.stdout + done.stderr
    (repository / "config.yaml").write_text((repository / "config.yaml").read_text() + "# ours\n")
    assert main(["package", "github", "--out", str(repository)]) == 0
    assert (repository / "config.yaml").read_text().endswith("# ours\n"), "it is not written again"


def test_a_commit_is_graded_once_and_its_points_reach_the_classroom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A feedback pull request has no event of its own; `--classroom` writes the reporter with what it may do."""
    monkeypatch.chdir(ROOT)
    assert main(["package", "github", "--out", str(tmp_path), "--classroom"]) == 0
    workflow = yaml.safe_load((tmp_path / WORKFLOW).read_text())
    assert set(workflow[True]) == {"push", "workflow_dispatch"}  # YAML reads `on` as true
    grade, reporter = workflow["jobs"]["grade"]["steps"][1:]
    assert reporter["with"]["runners"] == grade["id"]
    assert reporter["env"] == {f"{grade['id'].upper()}_RESULTS": f"${{{{ steps.{grade['id']}.outputs.result }}}}"}
    assert workflow["permissions"] == {"contents": "read", "actions": "read", "checks": "write"}


def test_a_solution_in_the_repository_is_remarked(repository: Path, capsys):
    """Students get a copy of it."""
    assert main(["package", "github", "--assignment", str(repository)]) == 0
    words = capsys.readouterr().err
    assert "reference/tiled.cu is in this repository" in words
    assert "reference/mistakes is in this repository" in words


FORGING = """\
#include <cstdio>
// ::error::forged by a comment
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    printf("\\n::error file=x::forged by printf\\n##[error]forged\\n::set-output name=passed::true\\n");
}
"""


def test_what_a_kernel_prints_is_obeyed_by_nobody(repository: Path):
    """Nor what its compiler says of it."""
    (repository / "starter" / "matmul.cu").write_text(FORGING)
    runner = Runner(repository, {"grader": GRADER})
    done = runner.run_step("grade")
    assert done.returncode == 1
    assert not [line for line in obeyed(done.stdout) if "forged" in line or "set-output" in line]
    assert "passed=false" in runner.files["GITHUB_OUTPUT"].read_text()


def test_a_broken_configuration_fails_the_step_without_stale_annotations(repository: Path):
    """Exit code 2, and nothing from an earlier run is printed again."""
    (repository / "report").mkdir()
    (repository / "report" / "github.txt").write_text("::error::from before\n")
    (repository / "config.yaml").write_text("points: many\n")
    done = Runner(repository, {"grader": GRADER}).run_step("grade")
    assert done.returncode == 2
    assert obeyed(done.stdout) == []

"""What a tag publishes: the workflow asks before it publishes, and the container is built of what the wheel needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.version import __version__
from scripts.check_wheel import BUILT_OF
from tests.conftest import ROOT

RELEASE: dict[str, Any] = yaml.load((ROOT / ".github/workflows/release.yml").read_text(), yaml.BaseLoader)
CONTAINER = (ROOT / "Containerfile").read_text()


def publishing(job: dict[str, Any]) -> bool:
    """Whether a job may change anything outside."""
    return "write" in job.get("permissions", {}).values()


def test_nothing_is_published_before_tests_and_packages_are_through():
    """Only a tag starts it, whoever publishes waits, and no other job could."""
    assert RELEASE["on"] == {"push": {"tags": ["v*"]}}
    assert RELEASE["permissions"] == {"contents": "read"}
    assert {name for name, job in RELEASE["jobs"].items() if publishing(job)} == {"pypi", "container", "pages"}
    for job in RELEASE["jobs"].values():
        assert not publishing(job) or {"tests", "packages"} <= set(job["needs"])


def test_publishing_takes_no_password():
    """The registries trust the workflow itself: there is nothing to leak."""
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text()
    assert RELEASE["jobs"]["pypi"]["permissions"] == {"id-token": "write"}


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
@pytest.mark.parametrize(("tag", "goes_on"), [(f"v{__version__}", True), (__version__, False), ("v99.0", False)])
def test_a_tag_that_is_not_the_version_ends_it(tag: str, goes_on: bool):
    """The version stands in one file; a tag can only agree with it."""
    commands = [step.get("run", "") for step in RELEASE["jobs"]["packages"]["steps"]]
    (command,) = (command for command in commands if "GITHUB_REF_NAME" in command)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env={"PATH": path, "GITHUB_REF_NAME": tag})
    assert (done.returncode == 0) is goes_on


def test_an_action_has_one_version_in_all_workflows():
    """What was tried in one of them is what runs in the others."""
    files = [path for path in (ROOT / ".github").rglob("*.yml") if path.is_file()]
    used = {name for path in files for name in re.findall(r"uses: ([\w/-]+@[\w./]+)", path.read_text())}
    assert len(used) > 5
    assert len({name.split("@")[0] for name in used}) == len(used)


def test_the_containers_context_is_what_the_wheel_is_built_of():
    """With what links in the package lead to, and without anything that lies in a clone by chance."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert lines[0] == "*"
    links = [path.resolve() for path in (ROOT / "grader").rglob("*") if path.is_symlink()]
    assert kept == {*BUILT_OF, *(path.relative_to(ROOT).parts[0] for path in links)}


def test_the_container_runs_the_wheels_program_as_nobody_in_particular():
    """Not as root, whatever the caller forgets; and from no module in the folder that is mounted."""
    instructions = re.findall(r"^([A-Z]+) (.+)$", CONTAINER, re.MULTILINE)
    last = dict(instructions)
    assert int(last["USER"]) > 0
    assert last["ENTRYPOINT"] == '["grader"]'
    assert last["ENV"] == "PYTHONSAFEPATH=1"
    assert re.search(r"^grader = ", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)

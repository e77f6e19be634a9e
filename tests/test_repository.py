"""The repository as a newcomer meets it: its commands, pages and links say the truth."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from grader import cli
from grader.cli.grade import EXPORTS as OFFERED
from grader.report.exports import EXPORTS
from grader.version import __version__

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MACHINE_PATH = re.compile(r"/home/\w|/Users/\w|/root/|/work/|[A-Z]:\\+Users\\+\w|/tmp/\w")
"""Folders of somebody's machine. `/tmp/` alone may be spoken of; a folder in it is somebody's."""


def shell_blocks(text: str) -> list[str]:
    """The fenced blocks of a page that are marked as shell."""
    return [body for language, body in FENCE.findall(text) if language == "sh"]


def grader_commands() -> list[tuple[str, str]]:
    """Every `python -m grader …` that a page shows on a line of its own, fenced or indented, with the page's name."""
    found = []
    for page in PAGES:
        shown = [line for block in shell_blocks(page.read_text(encoding="utf-8")) for line in block.splitlines()]
        shown += re.findall(r"^    (python -m grader.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        for line in shown:
            found += [(page.name, part) for part in re.findall(r"python -m grader\b[^&|;#]*", line)]
    return found


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def tracked_files() -> list[Path]:
    """The files of the repository: git's list, or all that lies here where there is no git."""
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        hidden = re.compile(r"/(\.venv|venv|report|build|dist|\.\w+_cache|__pycache__|[\w.]+\.egg-info)/")
        return [path for path in ROOT.rglob("*") if path.is_file() and not hidden.search(path.as_posix())]
    return [ROOT / name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_the_two_commands_come_first_and_are_one_line_each():
    """The first sets up and grades, the second sets up and tests; both in the first screen."""
    first, second = shell_blocks(README)[:2]
    assert first.count("\n") == second.count("\n") == 1
    assert first.startswith("python3 -m venv .venv && ")
    assert first.strip().endswith("&& python -m grader reference/tiled.cu")
    assert second.strip().endswith("pip install -e '.[test]' && python -m pytest -n auto")
    assert README.index(second) < 1500


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_continuous_integration_runs_the_second_command_as_it_stands():
    """The script reads it from the README, so they cannot drift apart."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    reads = re.search(r"^command=\$\((.*)\)$", script, re.MULTILINE)
    assert reads
    assert 'bash -c "$command"' in script
    done = subprocess.run(["bash", "-c", reads[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == shell_blocks(README)[1]


@pytest.mark.parametrize(("page", "command"), grader_commands(), ids=lambda value: value.strip())
def test_every_command_in_the_pages_is_understood(page: str, command: str):
    """Commands and options that a page shows exist, with values of the right form."""
    words = cli._with_command(shlex.split(command)[3:])
    room = {"doctor": "grader.cli.doctor", "package": "grader.cli.package"}.get(words[0], "grader")
    if importlib.util.find_spec(room) is None:
        pytest.skip(f"{room} is not built yet")
    options = cli._parser(words[0]).parse_args(words)
    assert options.command == words[0], page


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_is_documented(name: str):
    """The pages show each in use."""
    shown = {cli._with_command(shlex.split(command)[3:])[0] for _, command in grader_commands()}
    assert name in shown


def test_every_export_is_offered_and_documented():
    """The command line, the exports and the README name the same ones."""
    assert set(OFFERED) == set(EXPORTS)
    assert [name for name in EXPORTS if not re.search(rf"\b{name}\b", README)] == []


def test_the_exit_codes_in_the_readme_are_those_of_the_command_line():
    """Scripts rely on them."""
    said = " ".join(README.split())
    match = re.search(
        r"exit code is (\d) when everything required passed, (\d) when something did not, "
        r"(\d) when the input was wrong or needs what the grader does not have, (\d) when the grader itself failed",
        said,
    )
    assert match
    codes = (cli.ExitCode.PASSED, cli.ExitCode.FAILED, cli.ExitCode.USAGE, cli.ExitCode.GRADER_FAULT)
    assert tuple(map(int, match.groups())) == tuple(map(int, codes))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path):
    """Every relative link names a file, every anchor a heading."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    dead = []
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_every_page_is_in_the_list_of_pages():
    """Nobody has to find a page by chance."""
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link).resolve() for link in LINK.findall(index.read_text(encoding="utf-8"))}
    assert [page.name for page in PAGES if page != index and page.resolve() not in linked] == []


def test_the_citation_is_of_this_version():
    """`CITATION.cff` is YAML with the keys that its readers ask for."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    assert {"cff-version", "message", "title", "authors"} <= set(citation)


def test_no_file_speaks_of_somebodys_machine():
    """Paths of the machine on which a file was made tell nothing to anyone else."""
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # images, hostile samples
        if path != Path(__file__):
            found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in MACHINE_PATH.finditer(text)]
    assert found == []

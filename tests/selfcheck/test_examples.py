"""The examples, and what `init` writes, are sound assignments."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import AssignmentError, Config, load_assignment
from grader.cli import main
from grader.initialising import write_assignment
from grader.selfcheck import SelfCheck, check_assignment, html
from grader.selfcheck.mistakes import read_mistake

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/config.yaml"))
TEMPLATE = ROOT / "grader" / "assignment" / "template"


def told(check: SelfCheck) -> list[str]:
    """Everything that keeps an assignment from being sound."""
    slipped = [f"{entry.mistake.name}: {entry.problem}" for entry in check.slipped]
    return slipped + [remark.text for remark in check.remarks if remark.grave]


def test_there_are_three_other_conventions() -> None:
    """Nine arguments, square beginners, BLAS."""
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_an_example_is_sound(folder: Path) -> None:
    """Reference, skeleton, naive kernel and mistakes are graded as they should be."""
    assert told(check_assignment(load_assignment(folder), mutants=False)) == []


def test_init_writes_a_sound_assignment(tmp_path: Path) -> None:
    """In a new folder, with schemas for editors; the page of its selfcheck is written too."""
    folder = tmp_path / "new"
    lines = list(write_assignment(folder))
    assert any("selfcheck --assignment" in line for line in lines)
    assert (folder / ".schemas" / "config.schema.json").is_file()
    check = check_assignment(load_assignment(folder), mutants=False)
    assert told(check) == []
    page = html(check)
    assert all(entry.mistake.title.replace("'", "&#39;") in page for entry in check.caught)


def test_init_never_writes_over_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with a file in it stays as it is."""
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["init", str(tmp_path)]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_template_is_the_labs_own_assignment() -> None:
    """Kernels, cases and oracle are the same files; only the schemas' place differs."""
    for path in TEMPLATE.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            own = (ROOT / path.relative_to(TEMPLATE)).read_text(encoding="utf-8")
            text = path.read_text(encoding="utf-8")
            assert text.split("\n", 1)[1] == own.split("\n", 1)[1], path


def test_a_mistake_without_its_header_is_wrong_input(tmp_path: Path) -> None:
    """With the file and what is missing."""
    path = tmp_path / "m.cu"
    path.write_text("// mistake: x\n// group: y\n// hint: -\n")
    with pytest.raises(AssignmentError, match=r"m\.cu:1: expect: is missing"):
        read_mistake(path, Config())

"""The examples, and what `init` writes, are sound assignments."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment, loading
from grader.assignment.loading import write_assignment
from grader.cli import main
from grader.cli.selfcheck import html
from grader.labs.matmul.config import ProductConfig
from grader.selfcheck.check import SelfCheck, check_assignment
from grader.selfcheck.standings import read_mistake
from tests.lighter import lighter
from tests.programs.conftest import shared_library

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/config.yaml"))
TEMPLATE = ROOT / "grader" / "assignment" / "template"


def checked(folder: Path, *, whole: bool = False) -> SelfCheck:
    """Its selfcheck without mutants: at one tile width with few shapes beside the cases, or as a batch would."""
    assignment = load_assignment(folder)
    if assignment.config.tile.widths == "auto" or whole:
        sweep = assignment.config.sweep
        few = assignment.configured(sweep=sweep.model_copy(update={"work": sweep.batch_work}))
    else:
        few = lighter(assignment, work=5)
    return check_assignment(few, mutants=False)


def told(check: SelfCheck) -> list[str]:
    """Everything that keeps an assignment from being sound."""
    slipped = [f"{entry.mistake.name}: {entry.problem}" for entry in check.slipped]
    return slipped + [remark.text for remark in check.remarks if remark.grave]


LABS = sorted(path.parent for path in (ROOT / "labs").glob("*/config.yaml"))
IN_EVERY_RUN = {"convolution", "product_in_two_parts", "nine_arguments"}
"""Of labs and examples: constant memory, several parts, other arguments."""


def sampled(folders: list[Path]) -> list[object]:
    """As parameters of a test: some with little to do in every run, and all of them whole in the slow lane."""
    return [
        *(pytest.param(each, False, id=each.name) for each in folders if each.name in IN_EVERY_RUN),
        *(pytest.param(each, True, id=f"{each.name} whole", marks=pytest.mark.slow) for each in folders),
    ]


@pytest.mark.parametrize(("folder", "whole"), sampled(LABS))
def test_a_lab_that_is_data_is_sound(folder: Path, whole: bool) -> None:
    """Its solution, skeleton and baseline too; at least ten mistakes, each found on its true line with its hint."""
    programs = load_assignment(folder).config.whole_program
    with shared_library() if programs else contextlib.nullcontext():
        check = checked(folder, whole=whole)
    assert told(check) == []
    assert len(check.caught) >= 10


@pytest.mark.parametrize("folder", LABS, ids=lambda folder: folder.name)
def test_init_writes_any_lab_that_ships(folder: Path, tmp_path: Path) -> None:
    """The same files; only the schemas' place differs."""
    new = tmp_path / "mine"
    list(write_assignment(new, folder.name))
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            copy = (new / path.relative_to(folder)).read_text(encoding="utf-8").split("\n")
            assert copy[1:] == path.read_text(encoding="utf-8").split("\n")[1:]
            if path.suffix == ".yaml":
                assert ((new / path.relative_to(folder)).parent / copy[0].partition("=")[2]).is_file()


def test_the_lab_that_the_documentation_makes_is_sound(tmp_path: Path) -> None:
    """Its files are those that the page shows, one after the other."""
    page = (ROOT / "docs" / "labs.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```(?:yaml|python|cuda)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    names = (
        "config.yaml", "testcases/lengths.yaml", "reference/oracle.py", "starter/dot.cu", "reference/solution.cu",
        "reference/baseline.cu", "reference/mistakes/barrier-missing.cu", "hints.yaml",
    )  # fmt: skip
    for name, text in zip(names, shown, strict=True):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    check = checked(tmp_path)
    assert told(check) == []
    assert check.caught


def test_init_tells_the_labs_that_ship(capsys: pytest.CaptureFixture[str]) -> None:
    """By the names that it takes; another name is wrong input."""
    assert main(["init", "--lab", "list"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == ["matmul", "auto", *(folder.name for folder in LABS)]
    assert main(["init", "--lab", "dancing", "somewhere"]) == 2
    assert "there is no lab 'dancing'" in capsys.readouterr().err


def test_the_labs_are_found_in_a_clone_whose_links_were_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There a link is a file with a path in it, and the labs lie beside the package."""
    for name, title in (("labs/mine", "My lab"), ("grader/assignment/template", "The product")):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "config.yaml").write_text(f"assignment: {title}\n")
    (tmp_path / "grader" / "assignment" / "labs").write_text("../../labs")
    monkeypatch.setattr(loading, "__file__", str(tmp_path / "grader" / "assignment" / "loading.py"))
    assert loading.shipped() == {"matmul": "The product", "mine": "My lab"}


def test_a_copy_without_templates_has_nothing_to_begin_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As students have it: that is said, and nothing is written."""
    monkeypatch.setattr(loading, "__file__", str(tmp_path / "grader" / "assignment" / "loading.py"))
    for arguments in (["init", str(tmp_path / "mine")], ["init", "--lab", "list"]):
        assert main(arguments) == 2
        assert "a students' copy of the grader has no templates" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()


def test_there_are_three_other_conventions() -> None:
    """Nine arguments, square beginners, BLAS."""
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize(("folder", "whole"), sampled(EXAMPLES))
def test_an_example_is_sound(folder: Path, whole: bool) -> None:
    """Reference, skeleton, naive kernel and mistakes are graded as they should be."""
    assert told(checked(folder, whole=whole)) == []


def test_init_writes_a_sound_assignment(tmp_path: Path) -> None:
    """In a new folder, with schemas for editors; the page of its selfcheck is written too."""
    folder = tmp_path / "new"
    lines = list(write_assignment(folder))
    assert any("selfcheck --assignment" in line for line in lines)
    assert (folder / ".schemas" / "config.schema.json").is_file()
    check = checked(folder)
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
        read_mistake(path, ProductConfig())

"""Reading an assignment: what is right becomes models, what is wrong is told with file and line."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.assignment.yaml_source import parse_yaml
from grader.oracle import open_oracle

Edit = Callable[[str, str, str], None]


def problems(folder: Path) -> list[str]:
    """Everything that is wrong with an assignment, as printed."""
    with pytest.raises(AssignmentError) as caught:
        load_assignment(folder)
    return str(caught.value).split("\n")


def test_the_labs_own_assignment_loads(folder: Path) -> None:
    """All cases at both widths, with points that add up."""
    assignment = load_assignment(folder)
    cases = assignment.cases()
    assert len(cases) == 48
    assert round(sum(case.max_points for case in cases), 9) == 40
    assert len({case.label for case in cases}) == len(cases)


def test_sizes_follow_the_tile_width(folder: Path) -> None:
    """An expression in TILE_WIDTH gives another shape at each width."""
    shapes = {case.label: case.sizes for case in load_assignment(folder).cases()}
    assert (shapes["two-tiles-plus-1@16"]["M"], shapes["two-tiles-plus-1@32"]["M"]) == (33, 65)


def test_an_unknown_key_is_told_with_its_line_and_a_guess(folder: Path, edit: Edit) -> None:
    """A typo names the key that was meant."""
    edit("config.yaml", "  seconds: 20", "  secnds: 20")
    line = (folder / "config.yaml").read_text().split("\n").index(
        "  secnds: 20                     # for one launch"
    ) + 1
    assert problems(folder) == [f"config.yaml:{line}: limits.secnds: unknown key; did you mean 'seconds'?"]


def test_several_problems_are_told_at_once(folder: Path, edit: Edit) -> None:
    """One run shows everything that is wrong in a file."""
    edit("config.yaml", "element: float", "element: flot")
    edit("config.yaml", "kernel: matmul_tiled", "kernel: 3")
    found = problems(folder)
    assert any("config.yaml:6: kernel: expected text, got 3" in problem for problem in found)
    assert "config.yaml:8: element: expected 'float', 'double', 'int' or 'half', got 'flot'" in found


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("testcases/edges.yaml", "one-row, M: 1,", "one-row, M: 0,", "cases[0].M: M is 0 at TILE_WIDTH = 16"),
        ("testcases/edges.yaml", "one-row, M: 1,", "one-row, M: 1O,", "cases[0].M: '1O' is not an expression"),
        ("testcases/edges.yaml", "name: one-column", "name: one-row", "the name 'one-row' is taken already"),
        ("testcases/edges.yaml", "name: one-row, ", "", "cases[0].name: is missing"),
        ("testcases/edges.yaml", "weight: 8", "weight: -1", "weight: expected at least 0, got -1"),
        ("config.yaml", "correctness: 40 ", "correctness: 0 ", "points.correctness: expected at least 0.0001, got 0"),
        ("config.yaml", "correctness: 40 ", "correctness: .inf ", "points.correctness: expected a finite number"),
        ("config.yaml", "  correctness: 40 ", "  # ", "points.correctness: is missing"),
        ("config.yaml", "M: 8*TILE_WIDTH", "M: 0*TILE_WIDTH", "performance.traffic.shape.M: M is 0 at TILE_WIDTH = 16"),
        ("config.yaml", "M: 8*TILE_WIDTH", "M: 8*K", "performance.traffic.shape.M: 'K' has no value here"),
        ("config.yaml", "M: 8*TILE_WIDTH", "M: 8//(TILE_WIDTH-16)", "traffic.shape.M: '8//(TILE_WIDTH-16)'"),
        ("config.yaml", "reduction: TILE_WIDTH / 2", "reduction: M / 2", "tiling.reduction: 'M' has no value here"),
        ("config.yaml", "{ratio: 2,", "{ratio: N,", "performance.traffic.thresholds[0].ratio: 'N' has no value here"),
        ("config.yaml", "{ratio: 0.9,", "{ratio: 1 / (T - T),", "performance.time.thresholds[0].ratio: '1 / (T - T)'"),
        ("config.yaml", "sizes: [1024,", "tile_width: 8\n    sizes: [1024,", "time.tile_width: 8 is not among"),
        ("config.yaml", "axis: x ", "shared_bytes: N - 9\n  axis: x ", "launch.shared_bytes: is [-6]: at least 0"),
        ("config.yaml", "[A, B, C, M, K, N]", "[A, B, C, M, K, N % (K - 1)]", "parameters[5]: 'N % (K - 1)' divides"),
        ("testcases/edges.yaml", "title: One", "title: 1 #", "title: expected text, got 1"),
        ("testcases/edges.yaml", "order: 50", "order: [50", "is not valid YAML"),
        ("testcases/edges.yaml", "M: 1, K: 37", "M: 1, K: 9999999", "too large"),
        ("config.yaml", "widths: [16, 32]", "widths: [16, 16]", "tile: a tile width is listed twice"),
        ("config.yaml", "widths: [16, 32]", "widths: [16, -1]", "tile.widths[1]: expected at least 1, got -1"),
        ("config.yaml", "[A, B, C, M, K, N]", "[A, B, M, K, N]", "parameters must name C exactly once"),
        ("config.yaml", "[A, B, C, M, K, N]", "[A, B, C, M, K, os.N]", "neither a role"),
        ("config.yaml", "TILE_WIDTH / 2", "TILEWIDTH / 2", "tiling.reduction: 'TILEWIDTH' has no value here"),
        ("config.yaml", "seed: 2026", "seed: 2026\nseed: 2027", "seed: is given twice"),
        ("config.yaml", "seed: 2026", "seed: yes", "seed: expected a whole number, got True"),
        ("config.yaml", "seed: 2026", "naive: nowhere.cu", "naive: no such file: nowhere.cu"),
        ("config.yaml", "seed: 2026", "naive: ../naive.cu", "naive: ../naive.cu is not in the assignment's folder"),
        ("config.yaml", "seed: 2026", "oracle: /etc/passwd", "oracle: /etc/passwd is not in the assignment's folder"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_where_it_stands(
    folder: Path, edit: Edit, name: str, old: str, new: str, message: str
) -> None:
    """Each problem names its file, a line of it, and what was expected."""
    edit(name, old, new)
    told = [problem for problem in problems(folder) if message in problem]
    assert told, problems(folder)
    file, line, _ = told[0].split(":", 2)
    assert int(line) <= len((folder / file).read_text().split("\n"))


def test_a_folder_without_configuration_says_so(tmp_path: Path) -> None:
    """The message names the option that points elsewhere."""
    assert "name the assignment's folder with --assignment" in problems(tmp_path)[0]


def test_an_alias_bomb_is_refused_before_it_grows() -> None:
    """Aliases are never expanded."""
    text = "a: &a [x, x]\n" + "\n".join(f"b{n}: &b{n} [*a, *a]" for n in range(30))
    with pytest.raises(AssignmentError, match=r"bomb.yaml:2: b0\[0\]: aliases"):
        parse_yaml(text, "bomb.yaml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: !!python/object/apply:os.system [true]", "tags .* are not accepted"),
        ("a: !!python/name:os.system x", "tag .* is not accepted"),
        ("[" * 5000, "nested too deeply"),
        ("a: 1\n---\nb: 2", "second document"),
        ("? [a]\n: 1", "plain word"),
        ("a: \x00", "not valid YAML"),
    ],
)
def test_hostile_yaml_is_an_error_with_words(text: str, message: str) -> None:
    """Tags, depth, several documents and control characters are refused."""
    with pytest.raises(AssignmentError, match=message):
        parse_yaml(text, "x.yaml")


def test_a_huge_file_is_not_read_as_yaml(folder: Path) -> None:
    """A configuration has kilobytes."""
    (folder / "testcases" / "huge.yaml").write_text("# " + "x" * 300_000)
    assert "larger than 256 KiB" in problems(folder)[0]


def test_the_points_for_right_results_are_changed_in_one_line(folder: Path, edit: Edit) -> None:
    """The families' weights are scaled to them; no other file is edited."""
    before = {case.label: case.max_points for case in load_assignment(folder).cases()}
    edit("config.yaml", "correctness: 40 ", "correctness: 50 ")
    after = {case.label: case.max_points for case in load_assignment(folder).cases()}
    assert sum(after.values()) == pytest.approx(50)
    assert all(after[label] == pytest.approx(points * 50 / 40, abs=0.001) for label, points in before.items())


def test_weights_say_how_families_share_the_points(folder: Path, edit: Edit) -> None:
    """Twice the weight of another family is twice its points, whatever the weights add up to."""
    edit("testcases/edges.yaml", "weight: 8", "weight: 24")
    points: dict[str, float] = {}
    for case in load_assignment(folder).cases():
        points[case.family] = points.get(case.family, 0.0) + case.max_points
    assert points["edges"] == pytest.approx(2 * points["ragged"], abs=0.001)
    assert sum(points.values()) == pytest.approx(40)


def test_a_familys_weight_may_still_be_called_points(folder: Path, edit: Edit) -> None:
    """Assignments that were written with the older name go on working."""
    edit("testcases/edges.yaml", "weight: 8", "points: 8")
    assert load_assignment(folder).families["edges"].weight == 8


def test_weights_that_are_all_0_are_told(folder: Path) -> None:
    """Nothing could be earned for right results."""
    for path in (folder / "testcases").glob("*.yaml"):
        path.write_text(re.sub(r"(?m)^weight: .*", "weight: 0", path.read_text()))
    assert problems(folder) == ["testcases: weight: is 0 in every family: then no case counts"]


def test_an_item_that_is_not_listed_is_worth_nothing(folder: Path, edit: Edit) -> None:
    """Only what an instructor lists is part of the score."""
    edit("config.yaml", "  performance: 10 ", "  # ")
    points = load_assignment(folder).config.points
    assert (points.performance, points.total) == (0, 90)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def result(a, b)\n    return a @ b\n", "reference/oracle.py:1: cannot be imported: SyntaxError"),
        ("import nothing_of_that_name\n", "reference/oracle.py:1: cannot be imported: ModuleNotFoundError"),
        ("def answer(a, b):\n    return a @ b\n", "reference/oracle.py: result: is missing"),
    ],
)
def test_an_oracle_that_cannot_be_used_is_told_with_its_file(folder: Path, text: str, message: str) -> None:
    """It is the instructor's own file: wrong input, not a fault of the grader's."""
    (folder / "reference" / "oracle.py").write_text(text)
    oracle = open_oracle(load_assignment(folder))
    assert oracle is not None
    with contextlib.closing(oracle), pytest.raises(AssignmentError, match=re.escape(message)):
        _ = oracle.functions

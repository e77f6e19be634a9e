"""The terminal summary says the same as the page, and obeys nothing that a student wrote."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from grader.report.terminal import NO_HINT, hint, terminal_summary
from grader.results import Cause, Results, Status
from tests.report import samples


def shown(results: Results, width: int = 120, **options: object) -> str:
    """What a terminal of this width receives."""
    asked = {name: options.pop(name) for name in ("previous", "verbose") if name in options}
    console = Console(file=io.StringIO(), width=width, **options)
    terminal_summary(results, console, **asked)
    return console.file.getvalue()


def test_the_summary_opens_with_score_and_verdict():
    """The first line that is not empty holds both."""
    first = next(line for line in shown(samples.missing_barrier()).splitlines() if line.strip())
    assert "80 of 100" in first
    assert "the threads race" in first


def test_a_race_is_shown_with_both_source_lines_and_the_hint():
    """With --verbose, lines 20 and 25 are quoted under the message."""
    text = shown(samples.missing_barrier(), verbose=True)
    assert "20 │" in text
    assert "25 │" in text
    assert "As[ty][tx] =" in text
    assert "hint: A __syncthreads() is missing" in text


def test_a_hint_tells_a_step_more_or_that_there_is_none():
    """Whoever asks gets an answer; nobody is hinted at where there is nothing to mend."""
    cause = Cause(line=samples.RACE.line, kind="barrier added", proved=True)
    known = samples.missing_barrier().model_copy(update={"cause": cause})
    said = []
    for results, steps_shown in ((known, 1), (known, 2), (samples.missing_barrier(), 1), (samples.reference(), 1)):
        console = Console(file=io.StringIO(), width=120)
        hint(results, console, steps_shown=steps_shown)
        said.append(console.file.getvalue())
    one, two, none_known, nothing_wrong = said
    assert "Where: line" in one and "What is wrong" not in one
    assert "Where: line" in two and "What is wrong" in two
    assert NO_HINT in none_known
    assert nothing_wrong == ""


def test_failed_cases_are_listed_with_their_pattern():
    """With --verbose, each has its shape and what the map's pattern says."""
    text = shown(samples.boundary_bug(), verbose=True)
    assert "34×34×34" in text
    assert "All rows but the last are wrong" in text
    assert "✓ 24 passed   ✗ 2 failed" in text


@pytest.mark.parametrize("width", [80, 100, 160])
def test_what_is_said_beside_the_points_is_whole_or_shown_to_be_cut(width):
    """Its first sentence, which ends with a full stop, or with … where there is no room for it; the title is whole."""
    results = samples.boundary_bug()
    for message in ("Two words. " * 30, "Words without an end" * 30 + ".", "A sentence of just the width that is cut."):
        rubric = tuple(item.model_copy(update={"message": message}) for item in results.rubric)
        lines = shown(results.model_copy(update={"rubric": rubric}), width).splitlines()
        for item in rubric:
            line = next(line for line in lines if line.strip().startswith(item.title or item.name))
            assert line.rstrip().endswith("Two words." if "Two" in message else (".", "…"))
            assert "…" in line or message.split(". ")[0] in line


def test_the_graders_fault_is_named_so():
    """It is not the student's, and costs nothing."""
    text = shown(samples.grader_fault())
    assert "not your fault" in text
    assert "26 grader’s fault" in text


@pytest.mark.parametrize("name", samples.ALL)
def test_no_control_character_reaches_the_terminal(name):
    """Escape sequences in student text are shown as signs; markup is not read."""
    text = shown(samples.ALL[name](), color_system=None, force_terminal=False)
    assert not [char for char in text if ord(char) < 32 and char != "\n"]
    assert "\u202e" not in text


def test_square_brackets_are_no_markup():
    """C code is full of brackets; rich must not eat them."""
    results = samples.results(verdict="[bold]As[0][3][/bold]")
    assert "[bold]As[0][3][/bold]" in shown(results)


def test_a_bar_is_readable_without_colour():
    """Points won and lost are different signs."""
    text = shown(samples.missing_barrier(), color_system=None)
    (safety,) = (line for line in text.splitlines() if "No races" in line)
    (tiling,) = (line for line in text.splitlines() if "Really tiled" in line)
    assert "╌" in safety
    assert "━" not in safety
    assert "━" in tiling


@pytest.mark.parametrize("name", ["missing-barrier", "boundary-bug", "skeleton"])
def test_what_to_fix_first_is_the_last_thing_said(name):
    """The eye rests at the end of what a terminal prints; the place is one that editors open."""
    results = samples.ALL[name]()
    paragraph = shown(results).rstrip().splitlines()
    start = max(n for n, line in enumerate(paragraph) if line.strip().startswith("Fix first: "))
    assert not any(not line.strip() for line in paragraph[start:])
    line = next(finding.line for finding in results.findings)
    assert not line or f"Fix first: starter/matmul.cu:{line} " in paragraph[start]


def test_the_place_before_what_to_fix_first_is_that_of_its_words():
    """Also where they are not the first finding's: a recording may know of a line before it."""
    results = samples.boundary_bug().model_copy(update={"fix_first": "Line 7: In a small case, phase 3 adds A[0][4]."})
    assert "Fix first: starter/matmul.cu:7 In a small case, phase 3 adds A[0][4]." in shown(results)


def test_a_finding_is_one_line_with_its_place():
    """File, line, kind and as much of the message as fits."""
    (line,) = (line for line in shown(samples.missing_barrier(), 80).splitlines() if "Data race" in line)
    assert line.strip().startswith("starter/matmul.cu:25  Data race  ")
    assert line.rstrip().endswith("…")


def test_what_a_compile_error_leaves_unrun_is_not_counted():
    """The compiler's words are enough: no points of rules and cases that never ran."""
    text = shown(samples.compile_error())
    assert "━" not in text
    assert "╌" not in text
    assert "Cases" not in text
    assert "Fix first: starter/matmul.cu:" in text


def test_what_the_kernel_printed_is_shown_and_bounded():
    """The first lines, on one row each, and how many more there are."""
    text = shown(samples.results(output="one\ntwo " + "x" * 500 + "\n\x1b[2Jthree\nfour\nfive\n"), 80)
    assert "  one" in text
    assert "␛[2Jthree" in text
    assert "four" not in text
    assert "… and 2 more lines in the report." in text
    assert max(map(len, text.splitlines())) <= 80


def test_what_changed_since_last_time_is_one_line():
    """Points, findings that went or came, cases."""
    text = shown(samples.missing_barrier(), 200, previous=samples.boundary_bug())
    (line,) = (line.strip() for line in text.splitlines() if "Since last time" in line)
    assert line.startswith("Since last time: 34 points more; gone: Out of bounds on line 20")
    assert "new: Data race on line 25" in line
    assert "26 cases pass, 24 did" in line
    same = shown(samples.missing_barrier(), previous=samples.missing_barrier())
    assert "Since last time: nothing changed." in same


def test_another_files_results_are_no_last_time():
    """A folder that was used for somebody else's kernel compares nothing."""
    other = samples.boundary_bug()
    other = other.model_copy(update={"submission": other.submission.model_copy(update={"path": "other.cu"})})
    assert "Since last time" not in shown(samples.missing_barrier(), previous=other)


def test_what_is_said_of_many_cases_is_said_once():
    """Cases that failed alike share a line, also when everything is asked for."""
    results = samples.results(
        cases=tuple(
            case.model_copy(update={"status": Status.FAILED, "message": "256 never written of 256 cells.", "map": None})
            for case in samples.reference().cases
        )
    )
    text = shown(results, verbose=True)
    assert text.count("256 never written") == 1
    assert "and 25 more" in text


def test_after_full_points_there_is_a_next_step_with_figures():
    """Counted reads of shared memory for each multiply-add, and what would make them fewer."""
    text = " ".join(shown(samples.reference()).split())
    assert "Next: At 128×128×128 with T = 16 your kernel reads shared memory 4,194,304 times for" in text
    assert "2 reads for each, as counted" in text
    assert "Next:" not in shown(samples.missing_barrier())


def test_a_wall_that_is_missing_is_one_line():
    """With the way to the reason; where all stand nothing is said."""
    results = samples.reference()
    missing = ("no file system sandbox: it is not installed", "no system call filter: neither is this")
    device = results.device.model_copy(update={"missing_walls": missing})
    line = "Not walled in here: no file system sandbox, no system call filter (python -m grader doctor says why)"
    assert line in shown(results.model_copy(update={"device": device}))
    assert "walled" not in shown(results)

"""The terminal summary says the same as the page, and obeys nothing that a student wrote."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from grader.report import terminal_summary
from grader.results import Results
from tests.report import samples


def shown(results: Results, width: int = 120, **options: object) -> str:
    """What a terminal of this width receives."""
    console = Console(file=io.StringIO(), width=width, **options)
    terminal_summary(results, console)
    return console.file.getvalue()


def test_the_summary_opens_with_score_and_verdict():
    """The first line that is not empty holds both."""
    first = next(line for line in shown(samples.missing_barrier()).splitlines() if line.strip())
    assert "80 of 100" in first
    assert "the threads race" in first


def test_a_race_is_shown_with_both_source_lines_and_the_hint():
    """Lines 20 and 25 are quoted under the message."""
    text = shown(samples.missing_barrier())
    assert "20 │" in text
    assert "25 │" in text
    assert "As[ty][tx] =" in text
    assert "hint: A __syncthreads() is missing" in text


def test_failed_cases_are_listed_with_their_pattern():
    """Each failed case has its shape and what the map's pattern says."""
    text = shown(samples.boundary_bug())
    assert "34×34×34" in text
    assert "All rows but the last are wrong" in text
    assert "✓ 24 passed   ✗ 2 failed" in text


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

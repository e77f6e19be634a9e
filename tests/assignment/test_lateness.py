"""`lateness.yaml`: what may stand in it, what is wrong with what may not, and what it takes off."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.assignment import AssignmentError
from grader.assignment.lateness import Rules, load_lateness

TABLE = "penalty:\n- {after: 0 hours, takes: 5%}\n- {after: 1 day, takes: 30}\n"


def rules(tmp_path: Path, text: str) -> Rules:
    """The rules in a file of this text."""
    (tmp_path / "lateness.yaml").write_text(text)
    return load_lateness(tmp_path / "lateness.yaml")[0]


@pytest.mark.parametrize(
    ("penalty", "hours", "off"),
    [
        ("penalty: {each: 1 day, takes: 10%}\n", 1, 8),
        ("penalty: {each: 1 day, takes: 10%}\n", 24, 8),
        ("penalty: {each: 1 day, takes: 10%}\n", 27, 16),
        ("penalty: {each: 1 hour, takes: 2, at_most: 50%}\n", 3, 6),
        ("penalty: {each: 1 hour, takes: 2, at_most: 50%}\n", 300, 40),
        ("penalty: {each: 1 hour, takes: 2}\n", 300, 60),
        (TABLE, 1, 4),
        (TABLE, 24, 4),
        (TABLE, 25, 30),
        ("grace: 1 hour\n", 25, 0),
    ],
)
def test_every_day_or_hour_that_has_begun_counts_and_tables_have_steps(
    tmp_path: Path, penalty: str, hours: float, off: float
):
    """Percent are of the 80 points possible; no more is taken than the 60 that were earned, or the cap."""
    assert rules(tmp_path, penalty).taken(timedelta(hours=hours), 60, 80) == off


def test_the_student_reads_what_was_taken_off(tmp_path: Path):
    """In a sentence with all numbers."""
    written = rules(tmp_path, "penalty: {each: 2 days, takes: 10}\n")
    assert written.words(timedelta(hours=27), 92, 100) == (
        "1 day 3 hours late: 10 of 100 points taken off; graded 92, counts 82."
    )
    assert written.words(timedelta(hours=27), 0, 100) == "1 day 3 hours late; nothing was taken off."


def test_a_deadline_is_one_of_the_courses_time_zone(tmp_path: Path):
    """Whatever zone the download tells times in, and also where the clocks change before an extension ends."""
    berlin = rules(tmp_path, "time_zone: Europe/Berlin\ndeadline: 2026-10-24 23:59\n")
    in_time = datetime(2026, 10, 24, 21, 59, tzinfo=timezone.utc)
    assert berlin.overdue(in_time, None) == timedelta()
    assert berlin.overdue(datetime(2026, 10, 25, 0, 59), None) == timedelta(hours=1)  # as a worksheet tells it
    assert berlin.overdue(in_time, timedelta(days=1)) == -timedelta(hours=25)
    assert berlin.overdue(in_time, datetime(2026, 10, 24, 22, 59)) == timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("deadline: 2026-11-20 23:59\n", "lateness.yaml:1: deadline: needs a time zone"),
        ("\ntime_zone: Europe/Belin\n", "lateness.yaml:2: time_zone: 'Europe/Belin' is no time zone"),
        ("grace: 15\n", "lateness.yaml:1: grace: expected a time with its unit, such as 1 day or 90 minutes, got 15"),
        ("penalty:\n  each: 1 day\n  takes: ten\n", "lateness.yaml:3: penalty.takes: expected points, or percent"),
        ("penalty:\n  each: 0 days\n  takes: 1\n", "lateness.yaml:2: penalty.each: expected more than no time"),
        (TABLE.replace("0 hours", "2 days"), "lateness.yaml:1: penalty: expected steps in the order of their times"),
        ("extensions:\n  ada: soon\n", "lateness.yaml:2: extensions.ada: expected so much longer, such as 2 days"),
        ("extension: {}\n", "lateness.yaml:1: extension: unknown key; did you mean 'extensions'?"),
    ],
)
def test_mistakes_are_told_with_file_and_line(tmp_path: Path, text: str, problem: str):
    """And with what was expected."""
    with pytest.raises(AssignmentError) as raised:
        rules(tmp_path, text)
    assert str(raised.value).startswith(problem)


def test_an_offset_without_quotes_is_one(tmp_path: Path):
    """YAML 1.1 would count `+10:00` in sixties."""
    east = rules(tmp_path, "time_zone: +10:00\ndeadline: 2026-12-01 00:00\n")
    assert east.overdue(datetime(2026, 11, 30, 14, tzinfo=timezone.utc), None) == timedelta()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deadline: 2026-01-01 00:00 Z\nextensions: {ada: 9990 years}\n", "lateness.yaml:2: extensions: ada: so much"),
        ("penalty: {each: 1 day, takes: 110%}\n", "expected at most 100% of the points possible, got '110%'"),
        ("penalty: {each: 1 day, takes: 10%, at_most: 200%}\n", "expected at most 100% of the points possible"),
    ],
)  # fmt: skip
def test_what_no_course_can_mean_is_refused(tmp_path: Path, text: str, message: str):
    """An end that no calendar has; more taken off than there is."""
    with pytest.raises(AssignmentError, match=re.escape(message)):
        rules(tmp_path, text)

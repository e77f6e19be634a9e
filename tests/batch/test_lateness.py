"""Being late: what counts of the points, where that is told, and that no kernel is graded anew for it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.batch.batches import Run

RULES = """\
time_zone: Europe/Berlin
deadline: 2026-11-20 23:59
penalty: {each: 2 days, takes: 10}
"""
MOODLE = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Last modified (submission)","Feedback comments"
"Participant 1","Ada Lovelace",ada@example.edu,"Submitted for grading - 1 day 3 hours late - ",-,100,\
"Sunday, 22 November 2026, 2:59 AM",
"Participant 2","Alan Turing",alan@example.edu,"Submitted for grading - ",-,100,"Friday, 20 November 2026, 9:00 PM",
"Participant 3","Grace Hopper",grace@example.edu,"Submitted for grading - 5 hours late - ",-,100,-,
"""


def book(out: Path) -> dict[str, dict[str, str]]:
    """The gradebook, by student."""
    with (out / "gradebook.csv").open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.fixture
def moodle(tmp_path: Path) -> list[object]:
    """A Moodle course of three, as the words of a command."""
    for number, name in enumerate(("Ada Lovelace", "Alan Turing", "Grace Hopper"), 1):
        folder = tmp_path / "class" / f"{name}_{number}_assignsubmission_file_"
        folder.mkdir(parents=True)
        (folder / "matmul.cu").write_text(f"score {91 + number}")
    (tmp_path / "worksheet.csv").write_text(MOODLE)
    (tmp_path / "late.yaml").write_text(RULES)
    return [tmp_path / "class", "--export", "moodle", "--roster", tmp_path / "worksheet.csv"]


def test_the_points_that_count_are_told_everywhere_and_nothing_is_graded(
    run: Run, moodle: list[object], tmp_path: Path
):
    """In the gradebook before and after, in the roster with the reason, for the student; and back when it goes."""
    out = tmp_path / "out"
    assert run(*moodle, "--out", out)[0] == 0
    assert book(out)["Ada Lovelace"]["score"] == "92"
    code, told = run(*moodle, "--out", out, "--lateness", tmp_path / "late.yaml")
    assert (code, "3 known from before" in told, "2 handed in late" in told) == (0, True, True)
    row = book(out)["Ada Lovelace"]
    sentence = "1 day 3 hours late: 10 of 100 points taken off; graded 92, counts 82."
    assert (row["score"], row["graded_score"], row["why"]) == ("82", "92", sentence)
    assert (row["late"], row["late_by"], row["submitted"]) == ("yes", "27:00:00", "2026-11-22 02:59:00+01:00")
    assert book(out)["Alan Turing"]["late"] == book(out)["Alan Turing"]["why"] == ""
    assert book(out)["Grace Hopper"]["late_by"] == "5:00:00"  # Moodle's own word, where it tells no time
    with (out / "moodle.csv").open(newline="", encoding="utf-8") as file:
        grades = {line["Full name"]: line for line in csv.DictReader(file)}
    assert [line["Grade"] for line in grades.values()] == ["82", "93", "84"]
    assert grades["Ada Lovelace"]["Feedback comments"].startswith(sentence)
    assert sentence in (out / "Ada-Lovelace" / "results.json").read_text()
    run(*moodle, "--out", out)
    assert book(out)["Ada Lovelace"]["score"] == "92"


def test_an_extension_is_the_students_by_any_name(run: Run, moodle: list[object], tmp_path: Path):
    """So much longer or until a day; a name that is nobody's is told with its line, and stops nothing."""
    (tmp_path / "late.yaml").write_text(
        f"{RULES}extensions:\n  ada@example.edu: 2 days\n  grace hopper: 4 hours\n  Alan Turning: 1 day\n"
    )
    code, told = run(*moodle, "--out", tmp_path / "out", "--lateness", tmp_path / "late.yaml")
    rows = book(tmp_path / "out")
    assert code == 0
    assert [row["score"] for row in rows.values()] == ["92", "93", "84"]
    assert rows["Grace Hopper"]["late_by"] == "1:00:00"
    assert "late.yaml:7: an extension without effect: no student is called Alan Turning; did you mean alan" in told


def test_a_mark_without_a_time_counts_as_late_as_the_rules_say(run: Run, tmp_path: Path):
    """Canvas tells no more than that; without a rule for it nothing is taken off."""
    for name in ("lovelaceada_LATE_1_11", "turingalan_2_12"):
        (tmp_path / "class").mkdir(exist_ok=True)
        (tmp_path / "class" / f"{name}_matmul.cu").write_text(f"score 50 // {name}")
    (tmp_path / "late.yaml").write_text(RULES)
    words = (tmp_path / "class", "--out", tmp_path / "out", "--lateness", tmp_path / "late.yaml")
    told = run(*words)[1]
    row = book(tmp_path / "out")["lovelaceada"]
    assert (row["score"], row["late"], row["late_by"]) == ("50", "yes", "")
    assert row["why"] == "Handed in late; how late is not known, and nothing was taken off."
    assert "nothing tells when" not in told
    (tmp_path / "late.yaml").write_text(f"{RULES}marked_late: 3 days\n")
    run(*words)
    assert {name: row["score"] for name, row in book(tmp_path / "out").items()} == {
        "lovelaceada": "30", "turingalan": "50",
    }  # fmt: skip
    (tmp_path / "late.yaml").write_text(f"{RULES}marked_late: 3 days\nextensions: {{lovelaceada: 2 days}}\n")
    told = run(*words)[1]
    row = book(tmp_path / "out")["lovelaceada"]
    assert (row["score"], row["late"], row["why"]) == ("50", "", "")
    assert "marked late, but with an extension and no time: lovelaceada; counted as in time" in told


def test_rules_that_are_wrong_stop_the_batch_before_anything_is_graded(run: Run, tmp_path: Path, capsys):
    """Each mistake on a line, with file and line; a deadline that can be held against nobody is told."""
    (tmp_path / "ada.cu").write_text("score 1")
    (tmp_path / "late.yaml").write_text("deadline: 2026-11-20 23:59\npenalties: 10\n")
    words = (tmp_path / "ada.cu", "--out", tmp_path / "out", "--lateness", tmp_path / "late.yaml")
    assert run(*words)[0] == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("grader: late.yaml:1: deadline: needs a time zone")
    assert second.startswith("late.yaml:2: penalties: unknown key")
    assert not (tmp_path / "out" / "gradebook.csv").exists()
    (tmp_path / "late.yaml").write_text(RULES)
    assert "nothing tells when 1 of 1 were handed in: ada" in run(*words)[1]

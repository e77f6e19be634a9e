"""The learning systems' own tables, filled in and otherwise untouched."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from grader.batch.gradebook import FAULT, GRADED, GradebookRow, gradebook, graded_row
from grader.cli import main
from grader.courses.rosters import check_roster, fill_roster, write_roster
from grader.errors import UsageError
from grader.submissions import Collected, student
from grader.submissions.submission import SubmissionFile
from tests.report import samples

ROOT = Path(__file__).resolve().parents[2]


def row(
    name: str, score: float | None = 80.0, *, status: str = GRADED, message: str = "fine", **identity: str
) -> GradebookRow:
    """A student's row."""
    who = student(name, **identity)
    return GradebookRow(
        student=who, folder=name, status=status, score=score, max_score=100.0, message=message, feedback=message
    )


CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Tiled matmul (991),Other (992),Current Score
    Points Possible,,,,,100,10,(read only)
"Lovelace, Ada",4711,S1,ada,"Lab, Monday",,7,
"Turing, Alan",42,S2,alan,Lab,5,8,
"Hopper, Grace",43,S3,grace,Lab,,9,
"Student, Test",,,,Lab,,,
"""


def test_canvas_is_filled_in_place(tmp_path: Path):
    """Only the assignment's column changes, matched by number, login or name."""
    (tmp_path / "roster.csv").write_text(CANVAS)
    rows = [row("lovelaceada", 91.5, identifier="4711"), row("Alan Turing", 40), row("Nobody", 1)]
    path, filled = write_roster("canvas", tmp_path / "roster.csv", rows, "Tiled matmul", tmp_path / "out")
    before = list(csv.reader(io.StringIO(CANVAS)))
    after = list(csv.reader(io.StringIO(path.read_text(), newline="")))
    assert [line[5] for line in after] == ["Tiled matmul (991)", "100", "91.5", "40", "", ""]
    assert [line[:5] + line[6:] for line in after] == [line[:5] + line[6:] for line in before]
    assert (filled.filled, filled.matched.unknown, filled.without_grade) == (2, ["Nobody"], ["Hopper, Grace"])
    assert (tmp_path / "roster.csv").read_text() == CANVAS


def test_the_gradebook_has_everybody_in_the_roster_under_the_rosters_name(tmp_path: Path):
    """Who handed in nothing gets a row; a download's `lovelaceada` is not what people call her."""
    (tmp_path / "roster.csv").write_text(CANVAS)
    rows = [row("lovelaceada", 91.5, identifier="4711"), row("Nobody", 1)]
    complete = fill_roster("canvas", tmp_path / "roster.csv", rows, "Tiled matmul").complete(rows)
    assert [(made.student.name, made.status, made.score) for made in complete] == [
        ("Lovelace, Ada", "graded", 91.5),
        ("Nobody", "graded", 1),
        ("Turing, Alan", "not graded", None),
        ("Hopper, Grace", "not graded", None),
    ]
    assert complete[2].student.login == "alan"
    assert complete[2].message == "in the roster, but not in what was graded"


def test_scores_are_scaled_to_the_points_possible(tmp_path: Path):
    """And the instructor is told."""
    (tmp_path / "roster.csv").write_text(CANVAS.replace(",100,10,", ",20,10,"))
    filled = fill_roster("canvas", tmp_path / "roster.csv", [row("x", 55, identifier="42")], "Tiled matmul")
    assert filled.table.rows[3][5] == "11"
    assert filled.notes == ["scores of 100 were scaled to the 20 points of the roster"]


def test_a_canvas_column_that_is_not_clear_is_asked_for(tmp_path: Path):
    """Rather than grades in the wrong column."""
    (tmp_path / "roster.csv").write_text(CANVAS)
    with pytest.raises(UsageError, match=r"no one column for 'Lab 3'; it has Tiled matmul \(991\), Other \(992\)"):
        fill_roster("canvas", tmp_path / "roster.csv", [], "Lab 3")


MOODLE = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Feedback comments"
"Participant 4711","Ada Lovelace",ada@example.edu,"Submitted for grading",-,"100,00",Yes,
"Participant 42","Alan Turing",alan@example.edu,"Submitted for grading",-,"100,00",Yes,
"Participant 43","Grace Hopper",grace@example.edu,"No submission",-,"100,00",Yes,
"""


def test_moodle_gets_grade_and_feedback(tmp_path: Path):
    """Feedback quotes the verdict, which a student's text can reach: no formula starts there."""
    (tmp_path / "roster.csv").write_bytes(b"\xef\xbb\xbf" + MOODLE.encode())
    rows = [
        row("Ada Lovelace", 100, identifier="4711", message="=HYPERLINK(1)"),
        row("TURING, Alan", 12.345, message='a "quoted", verdict'),
    ]
    path, filled = write_roster("moodle", tmp_path / "roster.csv", rows, "", tmp_path / "out")
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    lines = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert [line["Grade"] for line in lines] == ["100", "12.35", "-"]
    assert [line["Feedback comments"] for line in lines] == ["'=HYPERLINK(1)", 'a "quoted", verdict', ""]
    assert filled.matched.unknown == []


def test_the_feedback_says_what_to_fix_first():
    """A student who sees only the course's system learns the line, too."""
    handed_in = SubmissionFile(path=Path("matmul.cu"), source="", sha256="")
    found = Collected(student=student("ada"), origin="", submission=handed_in)
    faulty = samples.missing_barrier()
    assert graded_row(found, "ada", faulty).feedback == f"{faulty.verdict} Fix first: {faulty.fix_first}"
    right = samples.reference()
    assert graded_row(found, "ada", right).feedback == right.verdict


def test_gradescope_gets_two_columns_more(tmp_path: Path):
    """Where the roster has none for scores; semicolons stay semicolons."""
    (tmp_path / "roster.csv").write_text("First Name;Last Name;SID;Email\nAda;Lovelace;0042;ada@example.edu\n")
    rows = [row("somebody", 7, email="ADA@example.edu")]
    path, _ = write_roster("gradescope-csv", tmp_path / "roster.csv", rows, "", tmp_path / "out")
    assert path.read_text() == (
        "First Name;Last Name;SID;Email;Total Score;Max Points\nAda;Lovelace;0042;ada@example.edu;7;100\n"
    )


@pytest.mark.parametrize("possible", ["NaN", "1e999", "-1e999", "0"])
def test_points_possible_that_are_no_number_scale_nothing(tmp_path: Path, possible: str):
    """The grade is the score."""
    text = f"Student,ID,SIS User ID,SIS Login ID,Section,HW1 (1)\nPoints Possible,,,,,{possible}\nAda,4711,s,l,x,\n"
    (tmp_path / "roster.csv").write_text(text)
    filled = fill_roster("canvas", tmp_path / "roster.csv", [row("Ada", 50)], "HW1")
    assert filled.table.rows[2][5] == "50"


def test_the_roster_of_a_whole_university_is_refused_before_anything_is_graded(tmp_path: Path):
    """It would be read for minutes, and names fit more than one of so many."""
    students = "".join(f"Name {number},{number},n{number}@x\n" for number in range(20_001))
    (tmp_path / "roster.csv").write_text(f"Name,SID,Email\n{students}")
    with pytest.raises(UsageError, match=r"roster\.csv: more than 20,000 rows"):
        check_roster("gradescope-csv", tmp_path / "roster.csv", "", tmp_path / "out")


def test_two_students_of_one_name_are_not_guessed(tmp_path: Path):
    """Better no grade than another's."""
    (tmp_path / "roster.csv").write_text("Name,SID,Email\nAda L,1,a@x\nAda L,2,b@x\n")
    filled = fill_roster("gradescope-csv", tmp_path / "roster.csv", [row("Ada L", 7), row("Ada L", 8, email="b@x")], "")
    assert [line[3:] for line in filled.table.rows[1:]] == [["", ""], ["8", "100"]]
    assert (filled.matched.unknown, filled.matched.ambiguous) == ([], ["Ada L"])


def test_grades_in_doubt_are_not_entered(tmp_path: Path):
    """A grader fault is for the instructor to look at."""
    (tmp_path / "roster.csv").write_text("Name,SID,Email\nAda L,1,a@x\n")
    filled = fill_roster("gradescope-csv", tmp_path / "roster.csv", [row("Ada L", 7, status=FAULT)], "")
    assert (filled.filled, filled.without_grade) == (0, ["Ada L"])


@pytest.mark.parametrize("text", ["", "a,b,c\n1,2,3\n", "\0\0", "no table at all"])
@pytest.mark.parametrize("name", ["canvas", "moodle", "gradescope-csv"])
def test_a_file_that_is_no_roster_is_the_users_error(name: str, text: str, tmp_path: Path):
    """With a message that says what was looked for."""
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(UsageError, match="no row of titles"):
        fill_roster(name, tmp_path / "roster.csv", [], "x")


def test_the_instructors_own_cells_stay_as_they_are(tmp_path: Path):
    """Even those that look like formulas: the learning system must find its students again."""
    (tmp_path / "roster.csv").write_text('Name,SID,Email\n"=cmd()",1,a@x\n')
    filled = fill_roster("gradescope-csv", tmp_path / "roster.csv", [row("other", 7, identifier="1")], "")
    assert filled.table.rows[1] == ["=cmd()", "1", "a@x", "7", "100"]


# --- the column of the grades

TWO = "Student,ID,SIS User ID,SIS Login ID,Section,HW1 (1),HW2 (2)\nPoints Possible,,,,,100,100\nAda,4711,s,l,x,,\n"
ONE = "Student,ID,SIS User ID,SIS Login ID,Section,HW1 (1)\nPoints Possible,,,,,100\nAda,4711,s,l,x,{grade}\n"


def canvas(tmp_path: Path, text: str, assignment: str = "Tiled matmul", column: str | None = None) -> list[str]:
    """Ada's grades in the filled roster."""
    (tmp_path / "roster.csv").write_text(text)
    ada = row("ada", 91, identifier="4711")
    filled = fill_roster("canvas", tmp_path / "roster.csv", [ada], assignment, column)
    return filled.table.rows[2][5:]


@pytest.mark.parametrize("column", ["HW2", "HW2 (2)", "hw2", " HW2  (2)"])
def test_a_canvas_column_is_named_as_it_is_printed_or_without_its_number(column: str, tmp_path: Path):
    """The message lists titles with the number; what it lists can be given."""
    assert canvas(tmp_path, TWO, column=column) == ["", "91"]


def test_a_named_canvas_column_that_is_not_there_is_never_another(tmp_path: Path):
    """Not even the only one."""
    with pytest.raises(UsageError, match=r"--column HW2: no such column for grades; there is HW1 \(1\)"):
        canvas(tmp_path, ONE.format(grade=""), column="HW2")


@pytest.mark.parametrize("column", ["ID", "Section", "Student"])
def test_a_canvas_column_that_holds_no_grades_cannot_be_named(column: str, tmp_path: Path):
    """The students' numbers are not written over."""
    with pytest.raises(UsageError, match="no such column for grades"):
        canvas(tmp_path, TWO, column=column)


def test_another_assignments_grades_are_not_written_over(tmp_path: Path):
    """The roster's only column is taken while it is empty, and the instructor is told."""
    with pytest.raises(UsageError, match=r"it has HW1 \(1\), which holds grades already. --column"):
        canvas(tmp_path, ONE.format(grade="88"))
    assert canvas(tmp_path, ONE.format(grade="88"), column="HW1") == ["91"]
    assert canvas(tmp_path, ONE.format(grade="")) == ["91"]
    filled = fill_roster("canvas", tmp_path / "roster.csv", [], "Tiled matmul")
    assert filled.notes == ["HW1 (1): taken for 'Tiled matmul', as the roster's only column, and empty"]


def test_an_assignment_may_be_called_like_a_total(tmp_path: Path):
    """Canvas' own totals have no number; they are read-only."""
    text = TWO.replace("HW1 (1)", "Final project points (1)").replace("HW2 (2)", "Final Points")
    assert canvas(tmp_path, text, assignment="Final project points") == ["91", ""]
    with pytest.raises(UsageError, match="no such column for grades"):
        canvas(tmp_path, text, column="Final Points")


def test_a_moodle_or_gradescope_column_can_be_named(tmp_path: Path):
    """And must be there, and must not be the one that says who is who."""
    path = tmp_path / "roster.csv"
    path.write_text("Name,SID,Email,HW1,HW2\nAda,1,a@x,5,\n")
    ada = row("ada", 7, identifier="1")
    assert fill_roster("gradescope-csv", path, [ada], "", "HW2").table.rows[1] == ["Ada", "1", "a@x", "5", "7", "100"]
    for wrong in ("HW3", "SID"):
        with pytest.raises(UsageError, match="no such column for grades; there is HW1, HW2"):
            fill_roster("gradescope-csv", path, [ada], "", wrong)
    path.write_text("Identifier,Full name,Punkte\nParticipant 1,Ada,\n")
    assert fill_roster("moodle", path, [ada], "", "Punkte").table.rows[1] == ["Participant 1", "Ada", "7"]


# --- what else a roster may be like


def test_moodles_german_titles_are_known(tmp_path: Path):
    """Participants' numbers too."""
    (tmp_path / "roster.csv").write_text(
        'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung,Bestwertung,"Feedback als Kommentar"\n'
        "Teilnehmer/in5001,Ada Lovelace,a@x,,,50,\n",
        encoding="utf-8",
    )
    filled = fill_roster("moodle", tmp_path / "roster.csv", [row("x", 80, identifier="5001")], "")
    assert filled.table.rows[1][4:] == ["40", "50", "fine"]


def test_titles_in_another_language_are_told(tmp_path: Path):
    """What was looked for, what was found and what helps."""
    (tmp_path / "roster.csv").write_text("Tunniste,Koko nimi,Arvosana\nOsallistuja 1,Ada,\n")
    with pytest.raises(UsageError, match=r"one of Identifier, .*begins with: Tunniste,Koko nimi.*set to English"):
        fill_roster("moodle", tmp_path / "roster.csv", [], "")


def test_a_worksheet_without_its_grades_is_told_with_its_columns(tmp_path: Path):
    """Rather than a table that comes back as it went in."""
    (tmp_path / "roster.csv").write_text("Identifier,Full name,Points\nParticipant 1,Ada,\n")
    with pytest.raises(UsageError, match="no column Grade; it has Identifier, Full name, Points"):
        fill_roster("moodle", tmp_path / "roster.csv", [], "")


def test_a_feedback_starts_no_formula_where_a_spreadsheet_splits_differently(tmp_path: Path):
    """At the list separator of the reader's country."""
    (tmp_path / "roster.csv").write_text("Identifier,Full name,Grade,Feedback comments\nParticipant 1,Ada,,\n")
    bad = row("ada", 5, identifier="1", message='a;=1+1; "@b", x')
    path, _ = write_roster("moodle", tmp_path / "roster.csv", [bad], "", tmp_path / "out")
    assert path.read_text().splitlines()[1] == 'Participant 1,Ada,5,"a;\'=1+1; \'""@b"", x"'


def test_a_roster_in_which_nobody_is_found_is_remarked_on(tmp_path: Path):
    """It is likely another course's."""
    (tmp_path / "roster.csv").write_text(CANVAS)
    filled = fill_roster("canvas", tmp_path / "roster.csv", [row("x", identifier="9")], "Tiled matmul")
    assert any("nobody was found in the roster" in note for note in filled.notes)


# --- the original


@pytest.mark.skipif(os.name != "posix", reason="makes a symbolic link")
@pytest.mark.parametrize("place", ["out/canvas.csv", "out/moodle.csv", "out/gradebook.csv", "out/index.html"])
def test_the_original_is_never_written_over(place: str, tmp_path: Path):
    """Whichever of the batch's files has its name."""
    roster = tmp_path / place
    roster.parent.mkdir()
    roster.write_text(CANVAS)
    (tmp_path / "link").symlink_to(tmp_path / "out", target_is_directory=True)
    for out in (tmp_path / "out", tmp_path / "link"):
        with pytest.raises(UsageError, match="copy the roster out of"):
            write_roster("canvas", roster, [], "Tiled matmul", out)
    assert roster.read_text() == CANVAS


def test_a_filled_roster_replaces_an_earlier_one_in_one_step(tmp_path: Path):
    """Nobody meets half of it: the earlier file is left, not written into."""
    (tmp_path / "roster.csv").write_text(CANVAS)
    out = tmp_path / "out"
    out.mkdir()
    (out / "canvas.csv").write_text("earlier")
    (tmp_path / "kept").hardlink_to(out / "canvas.csv")
    write_roster("canvas", tmp_path / "roster.csv", [row("a", identifier="42")], "Tiled matmul", out)
    assert (tmp_path / "kept").read_text() == "earlier"
    assert [path.name for path in out.iterdir()] == ["canvas.csv"]
    assert ",80,8,\n" in (out / "canvas.csv").read_text()


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("roster.csv", ["--export", "moodle"], "no row of titles"),
        ("roster.csv", ["--export", "canvas", "--column", "HW 9"], "--column HW 9: no such column"),
        ("roster.csv", ["--export", "canvas"], "no one column for"),
        ("out/canvas.csv", ["--export", "canvas", "--column", "Other"], "copy the roster out of"),
    ],
)
def test_a_wrong_roster_is_told_before_anything_is_graded(
    name: str, words: list[str], message: str, tmp_path: Path, capsys
):
    """Not after an hour; the roster stays."""
    roster = tmp_path / name
    roster.parent.mkdir(exist_ok=True)
    roster.write_text(CANVAS.replace("Tiled matmul", "Something else"))
    before = roster.read_bytes()
    out = ["--assignment", str(ROOT), "--out", str(tmp_path / "out"), "--roster", str(roster)]
    assert main(["batch", str(ROOT / "starter"), *out, *words]) == 2
    assert message in capsys.readouterr().err.replace("\n", "")
    assert not (tmp_path / "out" / ".grader").exists()
    assert not (tmp_path / "out" / "gradebook.csv").exists()
    assert roster.read_bytes() == before


def test_the_gradebook_starts_no_formula_where_a_spreadsheet_splits_at_semicolons():
    """Every cell is in quotes, and what follows a semicolon is guarded."""
    text = gradebook([row("a;=1+1;b", message="x; -2+3")])
    assert next(iter(csv.DictReader(io.StringIO(text))))["student"] == "a;'=1+1;b"
    assert '"x; \'-2+3"' in text
    assert all(cell.startswith('"') and cell.endswith('"') for cell in text.splitlines()[1].split(","))


BRIGHTSPACE = (
    "OrgDefinedId,Username,Last Name,First Name,Tiled matmul Points Grade <Numeric MaxPoints:50 Category:Labs>,"
    "Quiz Points Grade <Numeric MaxPoints:5>,End-of-Line Indicator\r\n"
    "#0042,#ada,Lovelace,Ada,,3,#\r\n#0043,#alan,=Turing,Alan,1,,#\r\n#0044,#grace,Hopper,Grace,,,#\r\n"
)


def test_brightspace_is_filled_byte_for_byte(tmp_path: Path):
    """By number or login, without the `#` that keeps a spreadsheet from counting with them; scaled to the item."""
    (tmp_path / "grades.csv").write_bytes(BRIGHTSPACE.encode())
    rows = [row("nobody knows", 91, identifier="0042"), row("al", 40, login="Alan"), row("Hopper, Grace", 100)]
    path, filled = write_roster("brightspace", tmp_path / "grades.csv", rows, "Tiled matmul", tmp_path / "out")
    assert path.name == "brightspace.csv"
    assert path.read_bytes().decode() == (
        BRIGHTSPACE.replace("Ada,,3", "Ada,45.5,3").replace("Alan,1,", "Alan,20,").replace("Grace,,,", "Grace,50,,")
    )
    assert filled.notes == ["scores of 100 were scaled to the 50 points of the roster"]


BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Lab [Total Pts: 100 Score] |409586"\t'
    '"Sum [Total Pts: up to 300 Score] |409587"\t"Feedback to Learner"\r\n'
    '"Lovelace"\t"Ada"\t"ada"\t"0042"\t""\t"12"\t""\r\n"Turing"\t"Alan"\t"alan"\t"0043"\t""\t""\t"kept"\r\n'
)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_blackboard_is_filled_byte_for_byte(tmp_path: Path, encoding: str):
    """Tabs in UTF-16 that call themselves a spreadsheet stay so; no sum is written into, and no formula begins."""
    (tmp_path / "gc.xls").write_bytes(BLACKBOARD.encode(encoding))
    rows = [row("x", 91.5, login="ADA", message="=cmd()")]
    path, filled = write_roster("blackboard", tmp_path / "gc.xls", rows, "Lab", tmp_path / "out")
    assert path.name == "blackboard.xls"
    ada = '"0042"\t"91.5"\t"12"\t"\'=cmd()"'
    assert path.read_bytes() == BLACKBOARD.replace('"0042"\t""\t"12"\t""', ada).encode(encoding)
    assert filled.without_grade == ["Alan Turing"]


@pytest.mark.parametrize("system", ["brightspace", "blackboard"])
def test_a_table_with_several_items_asks_for_the_column(tmp_path: Path, system: str):
    """Nobody's grades go into another item; the name is the one that stands there."""
    text = BRIGHTSPACE if system == "brightspace" else BLACKBOARD.replace("up to 300", "300")
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(UsageError, match="no one column for 'Lab 9'"):
        fill_roster(system, tmp_path / "table.csv", [], "Lab 9")
    column = "Quiz" if system == "brightspace" else "Sum"
    assert fill_roster(system, tmp_path / "table.csv", [row("Ada Lovelace")], "Lab 9", column).filled == 1

"""Whose line is whose: better no grade than another's."""

from __future__ import annotations

from grader.batch.gradebook import GRADED, GradebookRow
from grader.courses.rosters import Matched, RosterLine, identity, match
from grader.submissions import student


def row(name: str, number: str = "", email: str = "", login: str = "") -> GradebookRow:
    """A student's row."""
    return GradebookRow(student=student(name, identifier=number, email=email, login=login), folder=name, status=GRADED)


def line(name: str, number: str = "", email: str = "") -> RosterLine:
    """A roster's line."""
    return RosterLine(name, identity(numbers=[number], emails=[email]))


def found(matched: Matched) -> dict[int, str]:
    """Which student's row each line has: the number, or else the name."""
    return {line: row.student.identifier or row.student.name for line, row in matched.found.items()}


def test_a_namesake_with_another_number_is_not_in_the_roster():
    """Whoever comes first in the download."""
    rows = [row("Ada Lovelace", "4001"), row("Ada Lovelace", "5001")]
    for order in (rows, rows[::-1]):
        matched = match({7: line("Ada Lovelace", "5001")}, order)
        assert found(matched) == {7: "5001"}
        assert matched.unknown == ["Ada Lovelace (4001)"]
        assert (matched.ambiguous, matched.repeated) == ([], [])


def test_a_namesake_alone_is_not_in_the_roster_either():
    """There is nobody to whom the line would belong more."""
    matched = match({0: line("Ada Lovelace", "1001", "ada@x.edu")}, [row("Ada Lovelace", "9999", "other@x.edu")])
    assert (matched.found, matched.unknown) == ({}, ["Ada Lovelace (9999)"])


def test_keys_of_all_come_before_anybodys_name():
    """A name without a number does not take a line that another's number has, and is in doubt."""
    matched = match({0: line("Ada Lovelace", "1")}, [row("Ada Lovelace"), row("al", "1")])
    assert found(matched) == {0: "1"}
    assert matched.ambiguous == ["Ada Lovelace"]


def test_a_name_decides_where_no_key_speaks_against_it():
    """A roster may lack somebody's number, a download everybody's."""
    lines = {0: line("Lovelace, Ada"), 1: line("Turing, Alan", "2"), 2: line("Hopper, Grace", "", "g@x")}
    rows = [row("lovelaceada", "1"), row("Alan_Turing"), row("Grace Hopper", "3", "other@x")]
    matched = match(lines, rows)
    assert found(matched) == {0: "1", 1: "Alan_Turing"}
    assert matched.unknown == ["Grace Hopper (3)"]


def test_one_key_in_common_is_enough():
    """Addresses change, and so do numbers."""
    matched = match({0: line("Ada", "1", "ada@x"), 1: line("Alan", "2", "alan@x")}, [row("A", "1", "new@x")])
    assert found(matched) == {0: "1"}


def test_keys_of_two_lines_are_no_match():
    """The number is one student's, the address another's."""
    lines = {0: line("Ada", "1", "ada@x"), 1: line("Alan", "2", "alan@x")}
    matched = match(lines, [row("Ada", "1", "alan@x")])
    assert (matched.found, matched.ambiguous) == ({}, ["Ada (1)"])


def test_two_lines_of_one_name_are_in_doubt_and_not_unknown():
    """Also when the number of one of them is another's."""
    lines = {0: line("Ada Lovelace", "1"), 1: line("Ada Lovelace", "2")}
    matched = match(lines, [row("Ada Lovelace"), row("Ada Lovelace", "2")])
    assert found(matched) == {1: "2"}
    assert (matched.ambiguous, matched.unknown) == (["Ada Lovelace"], [])


def test_two_students_of_one_name_do_not_get_one_line():
    """Neither is guessed to be the one."""
    matched = match({0: line("Ada Lovelace", "1")}, [row("ada-lovelace"), row("Lovelace, Ada")])
    assert (matched.found, matched.ambiguous) == ({}, ["ada-lovelace", "Lovelace, Ada"])


def test_a_second_hand_in_of_one_number_is_told():
    """The first counts."""
    matched = match({0: line("Ada", "1")}, [row("Ada", "1"), row("Ada again", "1")])
    assert matched.found[0].student.name == "Ada"
    assert matched.repeated == ["Ada again (1)"]


def test_a_login_is_no_address():
    """Systems that know different things of a student do not disagree."""
    lines = {0: RosterLine("Ada Lovelace", identity(numbers=[""], logins=["ada"]))}
    assert found(match(lines, [row("Ada Lovelace", email="ada@x")])) == {0: "Ada Lovelace"}
    assert found(match(lines, [row("x", login="ADA")])) == {0: "x"}
    assert match(lines, [row("Ada Lovelace", login="lovelace")]).unknown == ["Ada Lovelace (lovelace)"]


def test_names_without_letters_match_nobody():
    """Two blanks are not one student."""
    matched = match({0: line("", "1"), 1: line("-")}, [row("?"), row("--")])
    assert (matched.found, matched.unknown) == ({}, ["?", "--"])

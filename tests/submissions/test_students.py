"""Names of people as names of folders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.courses import ROSTERS
from grader.submissions import folder_name, student


@pytest.mark.parametrize(
    ("name", "folder"), [("Ada Lovelace", "Ada-Lovelace"), ("ada", "ada"), ("José", "José"), ("李明", "李明")]
)
def test_ordinary_names_stay_readable(name: str, folder: str):
    """Instructors look for them."""
    assert folder_name(student(name)) == folder


@given(st.text(max_size=200))
def test_no_name_leaves_its_folder(name: str):
    """Whatever the name, the folder is one part of a path, on Windows too."""
    folder = folder_name(student(name))
    assert folder not in ("", ".", "..")
    assert not set(folder) & set('/\\:*?"<>|\n\r\0')
    assert folder[-1] not in ". "
    assert len(folder) < 80


@pytest.mark.parametrize("name", ["con", "NUL", "com1.txt", "..", ".", "a/b", "a\\b", "-rf", "ada."])
def test_names_with_a_meaning_to_the_system_are_changed(name: str):
    """And stay apart from each other."""
    folder = folder_name(student(name))
    assert folder != name
    assert folder != folder_name(student(name + "x"))
    assert not folder.startswith("-")


@pytest.mark.parametrize(
    "name",
    ["gradebook.csv", "index.html", "INDEX.HTML", "Gradebook.csv", ".grader", *(f"{name}.csv" for name in ROSTERS)],
)
def test_no_student_is_called_like_a_file_of_the_batch(name: str):
    """The class page and the tables lie beside the students' folders."""
    folder = folder_name(student(name))
    assert folder.lower() != name.lower()
    assert folder.startswith(name.lstrip(".")), "who is meant stays readable"

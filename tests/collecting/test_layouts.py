"""Downloads as the learning systems make them, and folders as people make them."""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from grader.collecting import Collected, LayoutError, collect
from grader.submission import SubmissionError

KERNEL = "__global__ void matmul_tiled() {}"


def write(root: Path, files: dict[str, str]) -> Path:
    """The files below a folder, a zip or a tar, by the root's name."""
    if root.suffix == ".zip":
        with zipfile.ZipFile(root, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    elif root.name.endswith((".tar.gz", ".tar.xz", ".tar")):
        with tarfile.open(root, "w:" + root.suffix[1:].replace("tar", "")) as archive:
            for name, text in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(text.encode())
                archive.addfile(info, io.BytesIO(text.encode()))
    else:
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
    return root


def sources(rows: list[Collected]) -> dict[str, str]:
    """What would be graded, by student; the problem where nothing would be."""
    return {row.student.name: row.submission.source if row.submission else f"! {row.problem}" for row in rows}


GRADESCOPE = """\
---
submission_101:
  :submitters:
  - :name: Ada Lovelace
    :sid: '4711'
    :email: ada@example.edu
  :created_at: 2026-11-01 10:00:00.000000000 Z
  :score: 0.0
submission_102:
  :submitters:
  - :name: Alan Turing
    :sid: '0042'
    :email: alan@example.edu
  - :name: Grace Hopper
    :sid: '0043'
    :email: grace@example.edu
submission_103:
  :submitters:
  - :name: Nobody Home
    :email: nobody@example.edu
"""

CASES = {
    "a folder of files": (
        {"ada.cu": "1", "alan.cu": "2", "notes.md": ""},
        {"ada": "1", "alan": "2"},
    ),
    "a folder of folders": (
        {"ada/matmul.cu": "1", "alan/src/matmul.cu": "2", "README.md": ""},
        {"ada": "1", "alan": "2"},
    ),
    "files and folders and archives mixed": (
        {"ada/matmul.cu": "1", "alan.cu": "2"},
        {"ada": "1", "alan": "2"},
    ),
    "Gradescope": (
        {
            "assignment_1_export/submission_metadata.yml": GRADESCOPE,
            "assignment_1_export/submission_101/matmul.cu": "1",
            "assignment_1_export/submission_102/matmul.cu": "2",
        },
        {
            "Ada Lovelace": "1",
            "Alan Turing": "2",
            "Grace Hopper": "2",
            "Nobody Home": "! nothing was handed in",
        },
    ),
    "Canvas": (
        {
            "lovelaceada_4711_20481_matmul.cu": "1",
            "turingalan_LATE_42_20482_matmul-2.cu": "2",
            "hoppergrace_43_20483_report.pdf": "",
            "hoppergrace_43_20484_matmul-1.cu": "3",
        },
        {"lovelaceada": "1", "turingalan": "2", "hoppergrace": "3"},
    ),
    "Moodle": (
        {
            "Ada Lovelace_4711_assignsubmission_file_/matmul.cu": "1",
            "Ada Lovelace_4711_assignsubmission_onlinetext_/onlinetext.html": "<p>",
            "Alan Turing_42_assignsubmission_file_/src/matmul.cu": "2",
        },
        {"Ada Lovelace": "1", "Alan Turing": "2"},
    ),
    "Moodle, flat": (
        {
            "Ada Lovelace_4711_assignsubmission_file_matmul.cu": "1",
            "Alan Turing_42_assignsubmission_file_matmul.cu": "2",
        },
        {"Ada Lovelace": "1", "Alan Turing": "2"},
    ),
    "GitHub Classroom": (
        {
            "lab-3-submissions/lab-3-ada-l/starter/matmul.cu": "1",
            "lab-3-submissions/lab-3-ada-l/.git/HEAD": "ref",
            "lab-3-submissions/lab-3-ada-l/reference/naive.cu": "no",
            "lab-3-submissions/lab-3-alan/starter/matmul.cu": "2",
            "lab-3-submissions/lab-3-alan/.git/HEAD": "ref",
        },
        {"ada-l": "1", "alan": "2"},
    ),
    "one student's folder": ({"matmul.cu": "1", "helper.cu": "2"}, {"given": "1"}),
    "a zipped folder of files": ({"class/ada.cu": "1", "class/alan.cu": "2"}, {"ada": "1", "alan": "2"}),
    "what a Mac adds": (
        {"ada/matmul.cu": "1", "__MACOSX/ada/._matmul.cu": "x", "ada/._matmul.cu": "x", "ada/.DS_Store": "x"},
        {"ada": "1"},
    ),
}


@pytest.mark.parametrize("form", ["given", "given.zip", "given.tar.gz", "given.tar.xz", "given.tar"])
@pytest.mark.parametrize("name", CASES)
def test_a_download_is_recognised_in_every_form(name: str, form: str, tmp_path: Path):
    """The same rows from a folder and from each kind of archive, without a word about the layout."""
    files, expected = CASES[name]
    assert sources(collect([write(tmp_path / form, files)])) == expected


def test_identities_of_the_learning_systems_are_kept(tmp_path: Path):
    """The gradebook is matched by them."""
    rows = collect([write(tmp_path / "g", CASES["Gradescope"][0])])
    assert (rows[1].student.email, rows[1].student.identifier) == ("alan@example.edu", "0042")
    rows = collect([write(tmp_path / "c", CASES["Canvas"][0])])
    assert {row.student.identifier for row in rows} == {"4711", "42", "43"}
    rows = collect([write(tmp_path / "h", CASES["GitHub Classroom"][0])])
    assert [row.student.login for row in rows] == ["ada-l", "alan"]


PROBLEMS = {
    "no file": ({"report.pdf": ""}, r"^no \.cu file; handed in: report\.pdf$"),
    "two files of the right name": ({"a/matmul.cu": "", "b/matmul.cu": ""}, r"2 files are called matmul\.cu: a/.*, b/"),
    "two files of other names": (
        {"one.cu": "", "two.cu": ""},
        r"no matmul\.cu, and 2 other \.cu files: one\.cu, two\.cu",
    ),
    "a damaged archive": ({"matmul.zip": "no zip"}, r"the archive matmul\.zip cannot be used: .*not an archive"),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_cannot_be_graded_gets_a_row_that_says_why(name: str, tmp_path: Path):
    """Nobody is left out in silence, and the others are not disturbed."""
    files, message = PROBLEMS[name]
    files = {f"ada/{path}": text for path, text in files.items()} | {"alan/matmul.cu": KERNEL}
    rows = collect([write(tmp_path / "class", files)])
    assert [row.student.name for row in rows] == ["ada", "alan"]
    assert re.search(message, str(rows[0].problem))
    assert rows[0].submission is None
    assert rows[1].submission is not None


@pytest.mark.parametrize("name", ["Matmul.cu", "kernel.cu", "matmul.cu.txt", "matmul.cpp"])
def test_a_wrong_name_is_graded_with_a_note(name: str, tmp_path: Path):
    """When only one file can be meant."""
    (row,) = collect([write(tmp_path / "class", {f"ada/{name}": KERNEL, "ada/report.txt": "text"})])
    assert row.submission is not None
    assert (row.submission.source, row.submission.student) == (KERNEL, "ada")
    assert row.submission.notes == (f"The file is called {name}, not matmul.cu.",)


def test_a_students_own_archive_is_looked_into(tmp_path: Path):
    """Students zip what they hand in."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("homework/matmul.cu", KERNEL)
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "homework.zip").write_bytes(inner.getvalue())
    (row,) = collect([tmp_path])
    assert row.submission is not None
    assert row.submission.source == KERNEL
    assert row.submission.notes == ("Taken from the archive homework.zip.",)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("hw-{student}/**/*.cu", {"ada": "1", "alan": "2"}),
        ("hw-{student}/src/kernel.cu", {"alan": "2"}),
        ("**/{id}-{student}.cu", {"bob": "3"}),
    ],
)
def test_a_pattern_names_the_student(pattern: str, expected: dict[str, str], tmp_path: Path):
    """For downloads that no rule knows."""
    files = {"hw-ada/kernel.cu": "1", "hw-alan/src/kernel.cu": "2", "x/12-bob.cu": "3"}
    assert sources(collect([write(tmp_path / "class", files)], layout=pattern)) == expected


@pytest.mark.parametrize("layout", ["gradescop", "{student}/{course}.cu", "nothing/{student}", "gradescope"])
def test_a_layout_that_does_not_fit_is_the_users_error(layout: str, tmp_path: Path):
    """With a message that says what would."""
    with pytest.raises(LayoutError, match="--layout"):
        collect([write(tmp_path / "class", {"ada/matmul.cu": ""})], layout=layout)


def test_single_files_and_several_paths(tmp_path: Path):
    """A file called as the assignment says belongs to the student that its folder is called after."""
    write(tmp_path, {"ada/matmul.cu": "1", "alan.cu": "2", "more/bob.cu": "3"})
    rows = collect([tmp_path / "ada" / "matmul.cu", tmp_path / "alan.cu", tmp_path / "more"])
    assert sources(rows) == {"ada": "1", "alan": "2", "bob": "3"}
    with pytest.raises(SubmissionError, match="no such"):
        collect([tmp_path / "absent"])


def test_rows_say_where_the_file_was_found(tmp_path: Path):
    """As the instructor finds it again, whatever the layout made of the names."""
    write(tmp_path / "files", CASES["a folder of files"][0])
    write(tmp_path / "canvas.zip", CASES["Canvas"][0])
    rows = collect([tmp_path / "files", tmp_path / "canvas.zip"])
    assert rows[0].origin == str(tmp_path / "files" / "ada.cu")
    assert f"{tmp_path}/canvas.zip/turingalan_LATE_42_20482_matmul-2.cu" in {row.origin for row in rows}
    assert all(row.submission is not None and not row.submission.notes for row in rows)

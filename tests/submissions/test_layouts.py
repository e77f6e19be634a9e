"""Downloads as the learning systems make them, and folders as people make them."""

from __future__ import annotations

import io
import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from grader.submissions import Collected, LayoutError, Wanted, collect
from grader.submissions.submission import SubmissionError
from grader.submissions.systems import assignment_prefix, login

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

ONLY_TEXT = "no file was handed in, only what Moodle keeps beside files, such as text typed into its form"

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
    "GitHub Classroom, a folder of another name": (
        {
            "clones/hw1-al-ice/starter/matmul.cu": "1",
            "clones/hw1-al-ice/.git/HEAD": "ref",
            "clones/hw1-al-bert/starter/matmul.cu": "2",
            "clones/hw1-al-bert/.git/HEAD": "ref",
            "clones/hw1-carol/.git/HEAD": "ref",
            "clones/notes/todo.txt": "",
        },
        {
            "al-bert": "2",
            "al-ice": "1",
            "carol": "! nothing was handed in",
            "notes": "! no .cu file; handed in: todo.txt",
        },
    ),
    "Moodle, text typed into the form": (
        {
            "Ada Lovelace_4711_assignsubmission_file_/matmul.cu": "1",
            "Ada Lovelace_4711_assignsubmission_onlinetext_/onlinetext.html": "<p>",
            "Grace Hopper_5003_assignsubmission_onlinetext_/onlinetext.html": "<p>",
        },
        {"Ada Lovelace": "1", "Grace Hopper": f"! {ONLY_TEXT}"},
    ),
    "Moodle, flat, text typed into the form": (
        {
            "Ada Lovelace_4711_assignsubmission_file_matmul.cu": "1",
            "Grace Hopper_5003_assignsubmission_onlinetext_onlinetext.html": "<p>",
        },
        {"Ada Lovelace": "1", "Grace Hopper": f"! {ONLY_TEXT}"},
    ),
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


FORMS = ["given", "given.zip", "given.tar"]


def write_folder(root: Path, folder: str) -> None:
    """Add an empty folder to what `write` made."""
    if root.suffix == ".zip":
        with zipfile.ZipFile(root, "a") as archive:
            archive.mkdir(folder) if hasattr(archive, "mkdir") else archive.writestr(f"{folder}/", "")
    elif root.suffix == ".tar":
        with tarfile.open(root, "a") as archive:
            info = tarfile.TarInfo(folder)
            info.type = tarfile.DIRTYPE
            archive.addfile(info)
    else:
        (root / folder).mkdir(parents=True)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("files", "folder", "owner"),
    [
        ({"ada/matmul.cu": "1", "alan.cu": "2"}, "Empty Emil", "Empty Emil"),
        ({"ada.cu": "1"}, "Emil", "Emil"),
        ({"hw/ada/matmul.cu": "1"}, "hw/Emil", "Emil"),
        ({"hw/ada/matmul.cu": "1"}, "hw/Emil/src/old", "Emil"),
        ({"hw1-ada/.git/HEAD": "", "hw1-ada/matmul.cu": "1"}, "hw1-emil", "emil"),
        (
            {"Ada Lovelace_1_assignsubmission_file_/matmul.cu": "1"},
            "Emil Emilsen_2_assignsubmission_file_",
            "Emil Emilsen",
        ),
        ({"a_export/submission_101/matmul.cu": "1"}, "a_export/submission_102", "submission_102"),
    ],
)
def test_an_empty_folder_is_a_student_who_handed_in_nothing(
    files: dict[str, str], folder: str, owner: str, form: str, tmp_path: Path
):
    """They get a row, too."""
    root = write(tmp_path / form, files)
    write_folder(root, folder)
    rows = sources(collect([root]))
    assert rows[owner] == "! nothing was handed in"
    assert sorted(rows.values()) == ["! nothing was handed in", *(text for text in files.values() if text)]


@pytest.mark.parametrize("form", FORMS)
def test_empty_folders_among_a_students_files_are_nobody(form: str, tmp_path: Path):
    """Only a folder on the students' level is somebody's, and not where the whole is one student's."""
    root = write(tmp_path / form, {"ada/matmul.cu": "1"})
    write_folder(root, "ada/build")
    write_folder(root, "__MACOSX")
    assert sources(collect([root])) == {"ada": "1"}
    root = write(tmp_path / f"other-{form}", {"matmul.cu": "1"})
    write_folder(root, "build")
    assert sources(collect([root])) == {"other-given": "1"}


def test_what_is_left_out_of_an_archive_leaves_its_student_in(tmp_path: Path):
    """A folder that only holds what is never looked at, or too deep down, is empty."""
    files = {"ada/matmul.cu": "1", "emil/._matmul.cu": "x", "eve/__pycache__/a.pyc": "x", f"dora/{'d/' * 20}a.cu": "1"}
    expected = {"ada": "1"} | dict.fromkeys(("dora", "emil", "eve"), "! nothing was handed in")
    for form in ("given.zip", "given.tar"):
        assert sources(collect([write(tmp_path / form, files)])) == expected


def test_a_pattern_gives_a_row_to_those_without_a_file(tmp_path: Path):
    """Where the pattern tells which folders are students'."""
    root = write(tmp_path / "class", {"g1/ada/kernel.cu": "1", "g1/alan/x.txt": "", "g2/readme.txt": ""})
    write_folder(root, "g2/emil")
    problem = "! no file fits --layout */{student}/*.cu; handed in: "
    rows = sources(collect([root], layout="*/{student}/*.cu"))
    assert rows == {"ada": "1", "alan": f"{problem}x.txt", "emil": f"{problem}nothing"}


def clones(root: Path, **files: str) -> list[Path]:
    """Repositories side by side, as the shell lists them."""
    for name, text in files.items():
        write(root, {f"{name.replace('_', '-')}/.git/HEAD": "ref"})
        if text:
            write(
                root, {f"{name.replace('_', '-')}/starter/matmul.cu": text, f"{name.replace('_', '-')}/README.md": ""}
            )
    return sorted(root.iterdir())


@pytest.mark.parametrize("layout", ["auto", "github"])
def test_clones_given_one_by_one_are_the_folder_that_holds_them(layout: str, tmp_path: Path):
    """`gh/*` through the shell: the same rows as for `gh`, the login too, also for those with nothing."""
    paths = clones(tmp_path / "gh", hw1_ada="1", hw1_alan="2", hw1_bob="3", hw1_carol="")
    (tmp_path / "gh" / "hw1-emil").mkdir()
    rows = collect([*paths, tmp_path / "gh" / "hw1-emil"], layout=layout)
    nothing = "! nothing was handed in"
    assert sources(rows) == {"ada": "1", "alan": "2", "bob": "3", "carol": nothing, "emil": nothing}
    assert [row.student.login for row in rows] == ["ada", "alan", "bob", "carol", "emil"]
    assert rows[3].origin == str(tmp_path / "gh" / "hw1-carol")
    assert sources(collect([tmp_path / "gh"], layout=layout)) == sources(rows)


def test_one_clone_is_its_owners_and_a_class_in_a_repository_is_not(tmp_path: Path):
    """A repository at the path itself holds one hand-in, or a course."""
    (path,) = clones(tmp_path / "hw1-submissions", hw1_ada="1")
    (row,) = collect([path])
    assert (row.student.name, row.student.login) == ("ada", "ada")
    archive = write(tmp_path / "hw1-alan.zip", {".git/HEAD": "", "starter/matmul.cu": "1", "__MACOSX/.git/a": ""})
    assert sources(collect([archive])) == {"hw1-alan": "1"}
    course = write(tmp_path / "course", {".git/HEAD": "", "ada/matmul.cu": "1", "alan/matmul.cu": "2"})
    assert sources(collect([course])) == {"ada": "1", "alan": "2"}


def test_folders_given_one_by_one_are_the_students(tmp_path: Path):
    """`class/*` through the shell, whatever their files and folders are called."""
    files = {"ada/src/matmul.cu": "1", "alan/kernel.cu": "2", "bob/matmul.cu": "3", "carl/matmul.cu": "6"}
    root = write(tmp_path / "class", files | {"eve/a.cu": "4", "eve/b.cu": "5"})
    (root / "emil").mkdir()
    expected = {"ada": "1", "alan": "2", "bob": "3", "carl": "6", "emil": "! nothing was handed in"}
    rows = sources(collect(sorted(root.iterdir())))
    assert rows.pop("eve") == "! no matmul.cu, and 2 other .cu files: a.cu, b.cu"
    assert rows == expected
    same = [write(tmp_path / "same" / name, {"src/matmul.cu": name, "doc/a.md": ""}) for name in "ab"]
    assert sources(collect(same)) == {"a": "a", "b": "b"}
    of_one = [write(tmp_path / name, {f"{name}-a/matmul.cu": "1"}) for name in ("one", "two")]
    assert list(sources(collect(of_one))) == ["one-a", "two-a"]
    sections = [write(tmp_path / name, {f"{name}-a/matmul.cu": "1", f"{name}-b/matmul.cu": "2"}) for name in "xy"]
    assert list(sources(collect(sections))) == ["x-a", "x-b", "y-a", "y-b"]


@pytest.mark.parametrize(
    ("folders", "place", "logins"),
    [
        (["hw1-al-ice", "hw1-al-bert"], "gh", ["al-ice", "al-bert"]),
        (["lab-3-ada-l", "lab-3-alan"], "gh", ["ada-l", "alan"]),
        (["cs101-hw2-ada", "cs101-hw2-bob"], "gh", ["ada", "bob"]),
        (["matmul-al-ice", "matmul-al-bert"], "gh", ["al-ice", "al-bert"]),
        (["tiled-matmul-ada", "tiled-matmul-bob"], "tiled-matmul-submissions", ["ada", "bob"]),
        (["tiled-matmul-al-ice"], "tiled-matmul-submissions", ["al-ice"]),
        ([f"tiled-matmul-{name}" for name in "abcd"], "gh", ["a", "b", "c", "d"]),
        (["hw1-ada", "hw1-ada-l"], "gh", ["ada", "ada-l"]),
        (["ada", "bob"], "gh", ["ada", "bob"]),
    ],
)
def test_logins_with_hyphens_stay_whole(folders: list[str], place: str, logins: list[str]):
    """A login cut short may be somebody else's."""
    prefix = assignment_prefix(sorted(folders), place)
    assert [login(folder, prefix) for folder in folders] == logins


def test_the_folder_around_the_clones_tells_the_assignment(tmp_path: Path):
    """`gh classroom clone` calls it so."""
    for name in ("ice", "bert"):
        write(
            tmp_path / "tiled-matmul-submissions",
            {f"tiled-matmul-al-{name}/.git/HEAD": "", f"tiled-matmul-al-{name}/a.cu": "1"},
        )
    for path in (tmp_path, tmp_path / "tiled-matmul-submissions"):
        assert {row.student.login for row in collect([path])} == {"al-ice", "al-bert"}


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
        (
            "hw-{student}/src/kernel.cu",
            {"alan": "2", "ada": "! no file fits --layout hw-{student}/src/kernel.cu; handed in: kernel.cu"},
        ),
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


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("canvas", "no file is called as Canvas calls them .* for example, carl.cu"),
        ("moodle", "nothing is called as Moodle calls it .* for example, carl.cu"),
        ("github", "there is no folder; .* carl.cu"),
        ("gradescope", "there is no submission_metadata.yml"),
        ("{student}/{student}", r"\{student\} is there twice"),
        ("{student}/{id}-{id}.cu", r"\{id\} is there twice"),
        ("{student}/*.c", "no file matches; there is, for example, carl.cu"),
    ],
)
def test_a_layout_that_fits_nothing_says_what_it_looked_for(layout: str, words: str, tmp_path: Path):
    """And what it found instead."""
    with pytest.raises(LayoutError, match=f"^--layout {re.escape(layout)}: .*{words}"):
        collect([write(tmp_path / "class", {"carl.cu": "", "eve.cu": ""})], layout=layout)


@pytest.mark.parametrize(
    ("layout", "named"),
    [("moodle", "Ada_4711_assignsubmission_file_/matmul.cu"), ("canvas", "lovelaceada_4711_20481_matmul.cu")],
)
def test_what_the_learning_system_did_not_name_is_graded_with_a_remark(layout: str, named: str, tmp_path: Path):
    """Nobody is left out, and a file's name is not taken for a person's without a word."""
    rows = collect([write(tmp_path / "class", {named: "1", "carl.cu": "2", "readme.txt": ""})], layout=layout)
    remarks = {row.student.name: row.submission.notes for row in rows if row.submission is not None}
    assert len(remarks) == len(rows) == 2
    (remark,) = remarks.pop("carl")
    assert "the student's name may be a file's" in remark
    assert list(remarks.values()) == [()]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_no_regular_file(tmp_path: Path):
    """It is neither read, which would wait without an end, nor called nothing."""
    root = write(tmp_path / "class", {"ada/matmul.cu": "1", "alan/readme.txt": ""})
    for name in ("alan/matmul.cu", "bob.cu"):
        os.mkfifo(root / name)
    words = "no regular file, so nothing to read"
    assert sources(collect([root])) == {"ada": "1", "alan": f"! matmul.cu: {words}", "bob": f"! bob.cu: {words}"}
    with pytest.raises(SubmissionError, match=r"bob\.cu is no regular file"):
        collect([root / "bob.cu"])


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


NAIVE = "__global__ void matmul_naive(const float *A) {}\n"
STARTER = "__global__ void matmul_tiled() { /* yours */ }\n"
TILED = "__global__ void matmul_tiled(const float *A) {}\n"
LAB = Wanted(
    kernels=("matmul_tiled",),
    given={
        "reference/naive.cu": NAIVE.encode(),
        "reference/tiled.cu": TILED.encode(),
        "starter/matmul.cu": STARTER.encode(),
    },
    starter="starter/matmul.cu",
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("files", "graded"),
    [
        ({"reference/naive.cu": NAIVE, "src/mine.cu": "mine"}, "mine"),
        ({"naive.cu": NAIVE.replace("\n", "\r\n"), "mine.cu": "mine"}, "mine"),
        ({"reference/naive.cu": NAIVE}, "! nothing was handed in: reference/naive.cu, as given out, unchanged"),
        ({"starter/matmul.cu": STARTER}, "! nothing was handed in: starter/matmul.cu, as given out, unchanged"),
        ({"starter/matmul.cu": STARTER, "matmul.cu": "mine"}, "mine"),
        ({"starter/matmul.cu": STARTER, "reference/naive.cu": NAIVE, "kernel.cu": "mine"}, "mine"),
        ({"kernel.cu": TILED + "//", "naive.cu": NAIVE + "// changed"}, TILED + "//"),
        ({"kernel.cu": TILED + "//", "main.cu": "int main() { matmul_tiled<<<1, 1>>>(0); }"}, TILED + "//"),
        ({"one.cu": TILED + "1", "two.cu": TILED + "2"}, "! no matmul.cu, and 2 other .cu files: one.cu, two.cu"),
        ({"matmul.cu": TILED}, TILED),  # the solution itself, handed in under the name asked for
        ({"reference/tiled.cu": TILED, "matmul.cu": "mine"}, "mine"),
    ],
)
def test_the_assignments_own_files_are_nobodys_work(files: dict[str, str], graded: str, form: str, tmp_path: Path):
    """A repository comes with them; among others, the kernel's name decides."""
    root = write(tmp_path / form, {f"ada/{name}": text for name, text in files.items()} | {"bob/matmul.cu": "bob's"})
    assert sources(collect([root], wanted=LAB)) == {"ada": graded, "bob": "bob's"}


@pytest.mark.parametrize("form", FORMS)
def test_a_folder_of_late_ones_is_no_student(form: str, tmp_path: Path):
    """Those in it are, and marked so; one that holds a single person's files is that person's."""
    root = write(tmp_path / form, {"ada/matmul.cu": "1", "LATE/bob/matmul.cu": "2", "LATE/eve.cu": "3"})
    rows = collect([root])
    assert sources(rows) == {"ada": "1", "bob": "2", "eve": "3"}
    assert {row.student.name for row in rows if row.when.late} == {"bob", "eve"}
    root = write(tmp_path / f"other-{form}", {"ada/matmul.cu": "1", "late/matmul.cu": "2"})
    assert sources(collect([root])) == {"ada": "1", "late": "2"}


def test_canvas_late_mark_is_kept(tmp_path: Path):
    """For the gradebook; the student is the same."""
    files = {"lovelaceada_LATE_4711_20481_matmul.cu": "1", "turingalan_42_20482_matmul.cu": "2"}
    rows = collect([write(tmp_path / "class", files)])
    assert {row.student.name: row.when.late for row in rows} == {"lovelaceada": True, "turingalan": False}


@pytest.mark.parametrize("form", FORMS)
def test_a_pattern_across_folders_loses_nobody(form: str, tmp_path: Path):
    """Neither who has the name of somebody in another group, nor who has no such file."""
    files = {"a/ada/k.cu": "1", "b/ada/k.cu": "2", "b/bob/essay.pdf": "", "b/eve/src/k.cu": "3", "notes/x.txt": ""}
    root = write(tmp_path / form, files)
    rows = collect([root], layout="**/{student}/*.cu")
    assert sorted(row.student.name for row in rows) == ["ada", "ada", "bob", "src"]
    (bob,) = [row for row in rows if row.student.name == "bob"]
    assert bob.problem == "no file fits --layout **/{student}/*.cu; handed in: essay.pdf"

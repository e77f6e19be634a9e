"""Archives and folders made to hurt whoever opens them."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import tarfile
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grader.submissions import LayoutError, ListingError, collect, opening, systems
from grader.submissions.entries import OF_A_STUDENT

KERNEL = b"__global__ void matmul_tiled() {}"


@contextmanager
def small(megabytes: float) -> Iterator[None]:
    """The block takes no more of this process's memory. Time is bounded by what is read, not by a clock."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < megabytes * 1e6
    finally:
        tracemalloc.stop()


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip with these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


NAMES = ["../../evil.cu", "/etc/evil.cu", "..\\..\\evil.cu", "C:\\evil.cu", "a/../../../evil.cu", "~/evil.cu"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["zip", "tar"])
def test_no_name_in_an_archive_reaches_the_disk(name: str, form: str, tmp_path: Path):
    """Zip slip: nothing is extracted, the name is only a label."""
    (tmp_path / "in").mkdir()
    if form == "zip":
        (tmp_path / "in" / "class.zip").write_bytes(zipped({name: KERNEL, "ada/matmul.cu": KERNEL}))
    else:
        with tarfile.open(tmp_path / "in" / "class.tar", "w") as archive:
            for member in (name, "ada/matmul.cu"):
                info = tarfile.TarInfo(member)
                info.size = len(KERNEL)
                archive.addfile(info, io.BytesIO(KERNEL))
    rows = collect([next((tmp_path / "in").iterdir())])
    assert "ada" in {row.student.name for row in rows}
    assert [path.name for path in tmp_path.rglob("*evil*")] == []


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path):
    """A kilobyte that becomes a gigabyte is refused by its size."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("matmul.cu", "w") as member:
        for _ in range(300):
            member.write(bytes(1 << 20))
    (tmp_path / "ada.zip").write_bytes(buffer.getvalue())
    with small(megabytes=20):
        (row,) = collect([tmp_path / "ada.zip"])
    assert row.submission is not None
    assert "314,572,800 bytes" in str(row.submission.problem)


def test_a_zip_that_lies_about_its_sizes_is_bounded_all_the_same(tmp_path: Path):
    """The directory says 10 bytes, the data goes on: reading stops at the limit."""
    data = bytearray(zipped({"matmul.cu": bytes(50 << 20)}))
    size = (50 << 20).to_bytes(4, "little")
    for _ in range(2):
        position = data.index(size)
        data[position : position + 4] = (10).to_bytes(4, "little")
    (tmp_path / "ada.zip").write_bytes(data)
    with small(megabytes=20):
        (row,) = collect([tmp_path / "ada.zip"])
    assert row.problem or (row.submission and len(row.submission.source) <= 10)


def test_a_tar_bomb_ends_at_the_limit(tmp_path: Path):
    """A student's archive may unpack to 64 MB to be listed, not more."""
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=1) as file:
        info = tarfile.TarInfo("zeros")
        info.size = 300 << 20
        file.write(info.tobuf())
        for _ in range(300):
            file.write(bytes(1 << 20))
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "homework.tar.gz").write_bytes(buffer.getvalue())
    with small(megabytes=40):
        (row,) = collect([tmp_path])
    assert "unpacks to more than 67,108,864 bytes" in str(row.problem)


def test_a_quine_of_archives_is_opened_once(tmp_path: Path):
    """An archive in an archive in an archive: one level of a student's own, and no more."""
    inner = zipped({"matmul.cu": KERNEL})
    middle = zipped({"inner.zip": inner})
    (tmp_path / "class.zip").write_bytes(zipped({"ada/homework.zip": inner, "bob/homework.zip": middle}))
    rows = {row.student.name: row for row in collect([tmp_path / "class.zip"])}
    assert rows["ada"].submission is not None
    assert "no .cu file; handed in: inner.zip" in str(rows["bob"].problem)


def test_a_hundred_thousand_files_in_an_archive_are_refused(tmp_path: Path):
    """One student's archive may hold 2,000; the others' rows are not lost."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(100_000):
            archive.writestr(zipfile.ZipInfo(f"{number}.cu"), b"")
    write = {"ada/many.zip": buffer.getvalue(), "alan/matmul.cu": KERNEL}
    for name, data in write.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(data)
    rows = {row.student.name: row for row in collect([tmp_path])}
    assert "more than 2,000 files" in str(rows["ada"].problem) or "bytes" in str(rows["ada"].problem)
    assert rows["alan"].submission is not None


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
def test_links_are_named_and_not_followed(tmp_path: Path):
    """To a file outside, to another student, to a folder, in a circle, and in archives."""
    (tmp_path / "secret.cu").write_bytes(b"secret")
    course = tmp_path / "class"
    for name in ("ada", "alan", "eve", "bob"):
        (course / name).mkdir(parents=True)
    (course / "ada" / "matmul.cu").symlink_to("/etc/passwd")
    (course / "alan" / "matmul.cu").symlink_to("../../secret.cu")
    (course / "eve" / "src").symlink_to("..", target_is_directory=True)
    (course / "bob" / "matmul.cu").symlink_to("matmul.cu")
    rows = {row.student.name: row for row in collect([course])}
    assert all(row.submission is None for row in rows.values())
    assert rows["ada"].problem == "matmul.cu is a link to /etc/passwd; links are not followed"
    assert "../../secret.cu" in str(rows["alan"].problem)

    with tarfile.open(tmp_path / "class.tar", "w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
            info = tarfile.TarInfo(f"ada{kind.decode()}/matmul.cu")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    assert all("is a link to /etc/passwd" in str(row.problem) for row in collect([tmp_path / "class.tar"]))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no links and pipes")
def test_links_among_several_paths_are_not_followed(tmp_path: Path):
    """As a shell makes the paths of `class/*`: a student named what is there. Pipes, too, end nothing."""
    (tmp_path / "ada.cu").symlink_to("/etc/passwd")
    (tmp_path / "alan").symlink_to("/etc", target_is_directory=True)
    (tmp_path / "eve.cu").symlink_to("nowhere")
    os.mkfifo(tmp_path / "bob.cu")
    (tmp_path / "grace.cu").write_bytes(KERNEL)
    rows = {row.student.name: row for row in collect(sorted(tmp_path.iterdir()))}
    assert rows["ada"].problem == "ada.cu is a link to /etc/passwd; links are not followed"
    assert rows["bob"].problem == "bob.cu: no regular file, so nothing to read"
    assert {name for name, row in rows.items() if row.submission} == {"grace"}
    assert set(rows) == {"ada", "alan", "bob", "eve", "grace"}


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_devices_in_archives_are_not_files(kind: bytes, tmp_path: Path):
    """`/dev/zero` called `matmul.cu`."""
    with tarfile.open(tmp_path / "class.tar", "w") as archive:
        info = tarfile.TarInfo("ada/matmul.cu")
        info.type = kind
        archive.addfile(info)
    (row,) = collect([tmp_path / "class.tar"])
    assert row.submission is None


@pytest.mark.parametrize("name", ["class.zip", "class.tar.gz", "class.tar.xz", "class.tar"])
@pytest.mark.parametrize("data", [b"", b"PK\3\4", b"\x1f\x8b\x08", b"\xfd7zXZ\0", b"x" * 1024, os.urandom(4096)])
def test_damaged_archives_are_the_users_error(name: str, data: bytes, tmp_path: Path):
    """Not a traceback."""
    (tmp_path / name).write_bytes(data)
    if name == "class.tar" and not data:
        return  # nothing at all is a tar of nothing
    with pytest.raises(ListingError, match=name.replace(".", r"\.")):
        collect([tmp_path / name])


def test_an_encrypted_zip_says_so(tmp_path: Path):
    """The flag alone is enough for Python to ask for a password."""
    data = bytearray(zipped({"ada/matmul.cu": KERNEL}))
    data[data.index(b"PK\3\4") + 6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    (tmp_path / "class.zip").write_bytes(data)
    (row,) = collect([tmp_path / "class.zip"])
    assert row.problem == "matmul.cu is encrypted: it cannot be read without its password"
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.zip").write_bytes(data)
    (row,) = collect([tmp_path / "class"])
    assert "is encrypted" in str(row.problem), "a student's own archive as well"


ALIASES = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)


@pytest.mark.parametrize(
    "text",
    [
        ALIASES,
        "submission_1: !!python/object/apply:os.system ['touch hacked']\n",
        "submission_1:\n  :submitters: !ruby/object:Kernel {}\n",
        "[" * 5000,
        "? [a]\n: b\n",
        "- just\n- a list\n",
        "\0",
        "submission_1:\n  :submitters:\n  - :name: [1, 2]\n    :email: {a: b}\n",
    ],
)
def test_hostile_metadata_makes_no_objects_and_takes_no_memory(text: str, tmp_path: Path, monkeypatch):
    """Aliases that would be a billion strings, tags that would run commands, nesting without end."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "submission_metadata.yml").write_text(text)
    with small(megabytes=50), suppress(LayoutError):
        collect([tmp_path / "class"])
    assert not (tmp_path / "hacked").exists()


NESTED = {
    "lists": b"[" * 100_000,
    "mappings": b"{a: " * 100_000,
    "lists in lines": b"- " * 100_000,
    "keys": b"? " * 100_000,
    "below a folder": b"submission_1:\n  :submitters: " + b"[" * 100_000,
}


@pytest.mark.parametrize("name", NESTED)
@pytest.mark.parametrize("layout", ["auto", "gradescope"])
def test_nesting_without_end_is_the_users_error(name: str, layout: str, tmp_path: Path):
    """In a process of its own: PyYAML's composer for libyaml would end it."""
    (tmp_path / "submission_1").mkdir()
    (tmp_path / "submission_1" / "matmul.cu").write_bytes(KERNEL)
    (tmp_path / "submission_metadata.yml").write_bytes(NESTED[name])
    program = (
        "import sys, pathlib, grader.submissions as c\n"
        "try: c.collect([pathlib.Path(sys.argv[1])], layout=sys.argv[2])\n"
        "except c.LayoutError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program, tmp_path, layout], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "submission_metadata.yml cannot be read: " in done.stdout


FORGED = b"submission_1:\n  :submitters:\n  - :name: Ada Lovelace\n    :email: ada@example.edu\n"


@pytest.mark.parametrize("metadata", [FORGED, b"[" * 100_000, FORGED.replace(b"submission_1", b"src")])
@pytest.mark.parametrize(
    "files",
    [
        ["matmul.cu"],
        ["kernel.cu", "helper.cu", "submission_1/matmul.cu"],
        ["submission_1/matmul.cu"],
        ["submission_1/matmul.cu", "submission_2/other.cu"],
        ["src/matmul.cu"],
        ["assignment_1_export/submission_1/matmul.cu"],
    ],
)
@pytest.mark.parametrize("form", ["zip", "folder"])
def test_a_students_metadata_makes_nobody_else_of_them(metadata: bytes, files: list[str], form: str, tmp_path: Path):
    """The only folder of a class is a student's, whatever is in it, and so are folders given one by one."""
    metadata_file = "submission_metadata.yml"
    if files[0].startswith("assignment"):
        metadata_file = "assignment_1_export/submission_metadata.yml"
    members = {f"mallory/{name}": KERNEL for name in files} | {f"mallory/{metadata_file}": metadata}
    root = _in_form(members, form, tmp_path)
    assert {row.student.name for row in collect([root])} == {"mallory"}
    if form == "folder":
        for name in ("ada", "alan"):
            (root / name).mkdir()
            (root / name / "matmul.cu").write_bytes(KERNEL)
        assert [row.student.name for row in collect(sorted(root.iterdir()))] == ["ada", "alan", "mallory"]


@pytest.mark.parametrize("form", ["zip", "folder"])
@pytest.mark.parametrize(
    "name", ["lovelaceada_4711_20481_matmul.cu", "Ada Lovelace_4711_assignsubmission_file_/matmul.cu", "ada/matmul.cu"]
)
def test_a_students_file_names_make_nobody_else_of_them(name: str, form: str, tmp_path: Path):
    """As other learning systems would call another's file."""
    (row,) = collect([_in_form({f"mallory/{name}": KERNEL}, form, tmp_path)])
    assert row.student.name == "mallory"
    assert row.submission is not None


def _in_form(members: dict[str, bytes], form: str, tmp_path: Path) -> Path:
    if form == "zip":
        (tmp_path / "class.zip").write_bytes(zipped(members))
        return tmp_path / "class.zip"
    for name, data in members.items():
        (tmp_path / "class" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "class" / name).write_bytes(data)
    return tmp_path / "class"


def test_an_export_in_a_folder_of_another_name_is_asked_about(tmp_path: Path):
    """It could be a student's, so it is not believed without a word, but the row says what to do."""
    members = {f"lab/submission_{number}/matmul.cu": KERNEL for number in (1, 2)}
    root = _in_form(members | {"lab/submission_metadata.yml": FORGED}, "zip", tmp_path)
    (row,) = collect([root])
    assert "give --layout gradescope" in str(row.problem)
    assert [row.student.name for row in collect([root], layout="gradescope")] == ["Ada Lovelace", "submission_2"]


def test_metadata_of_too_many_entries_is_read_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file may be small and still take minutes to become lists."""
    monkeypatch.setattr(systems, "MAX_EVENTS", 1000)
    (tmp_path / "submission_metadata.yml").write_text("a: [" + "x," * 1000 + "x]")
    with pytest.raises(LayoutError, match="it has more than 1,000 entries"):
        collect([tmp_path], layout="gradescope")


def test_metadata_that_lists_other_folders_names_nobody(tmp_path: Path):
    """Gradescope's file lies beside the folders that it lists; then an alias or a missing folder is all right."""
    root = _in_form({"ada/matmul.cu": KERNEL, "alan/matmul.cu": KERNEL}, "folder", tmp_path)
    (root / "submission_metadata.yml").write_bytes(FORGED)
    assert [row.student.name for row in collect([root])] == ["ada", "alan"]
    (root / "submission_metadata.yml").write_text(
        "ada: {submitters: &a [{name: Ada L}]}\nalan: {submitters: *a}\nx: {}\n"
    )
    assert [row.student.name for row in collect([root])] == ["Ada L", "Ada L", "x"]


def _tar_header(size: int, name: str = "matmul.cu", kind: bytes = tarfile.REGTYPE) -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    return info.tobuf(format=tarfile.GNU_FORMAT)


def _pax(text: bytes) -> bytes:
    """An extended header with this text, before a file of no bytes."""
    padded = text + bytes(-len(text) % 512)
    return _tar_header(len(text), kind=tarfile.XHDTYPE) + padded + _tar_header(0)


def _pax_record(key: str, value: str) -> bytes:
    length = len(key) + len(value) + 3
    digits = next(digits for digits in range(1, 20) if len(str(length + digits)) == digits)
    return f"{length + digits} {key}={value}\n".encode()


LONG = 40 << 20
ENDLESS_TARS = {
    "a size of 4 exabytes": _tar_header(1 << 62),
    "a negative size": _tar_header(-(1 << 40)),
    "a size in a pax header": _pax(_pax_record("size", "99999999999")),
    "a negative size in a pax header": _pax(_pax_record("size", "-99999999999")),
    "a pax header of digits": _pax(b"9" * 200_000),
    "a name of 40 MB": gzip.compress(
        _tar_header(LONG, kind=tarfile.GNUTYPE_LONGNAME) + b"n" * LONG + _tar_header(0), compresslevel=1
    ),
    "a hundred headers before one file": _tar_header(512, kind=tarfile.GNUTYPE_LONGNAME) * 3000,
    "a sparse file with a long map": _tar_header(512, kind=tarfile.GNUTYPE_SPARSE) * 50,
}


@pytest.mark.parametrize("name", ENDLESS_TARS)
@pytest.mark.parametrize("is_given", [True, False])
def test_a_tar_that_announces_more_than_there_is_has_an_end(name: str, is_given: bool, tmp_path: Path):
    """In its headers; given as a path, or handed in. The others' rows are there."""
    suffix = "tar.gz" if ENDLESS_TARS[name].startswith(b"\x1f") else "tar"
    (tmp_path / f"ada.{suffix}").write_bytes(ENDLESS_TARS[name])
    (tmp_path / "alan.zip").write_bytes(zipped({"matmul.cu": KERNEL}))
    rows = {row.student.name: row for row in collect(sorted(tmp_path.iterdir()) if is_given else [tmp_path])}
    assert rows["ada"].submission is None
    assert rows["ada"].problem
    assert rows["alan"].submission is not None


def _zip_with_a_broken_local_name() -> bytes:
    data = bytearray(zipped({"matmul.cu": KERNEL}))
    data[6:8] = (0x800).to_bytes(2, "little")  # "this name is UTF-8"
    data[30] = 0xFF
    return bytes(data)


def _zip_with_a_wrong_offset() -> bytes:
    data = bytearray(zipped({"matmul.cu": KERNEL}))
    position = data.index(b"PK\5\6") + 16
    offset = int.from_bytes(data[position : position + 4], "little")
    data[position : position + 4] = (offset + 1).to_bytes(4, "little")
    return bytes(data)


def _zip_without_a_name() -> bytes:
    """The name's length is 0 in both places, and what was the name is an extra field."""
    data = bytearray(zipped({"name": KERNEL}))
    data[26:30] = b"\0\0\4\0"
    directory = data.index(b"PK\1\2")
    data[directory + 28 : directory + 32] = b"\0\0\4\0"
    data[30:34] = data[directory + 46 : directory + 50] = b"\xfe\xca\0\0"
    return bytes(data)


BROKEN_ZIPS = {
    "a local name that is not UTF-8": _zip_with_a_broken_local_name(),
    "a directory one byte further on": _zip_with_a_wrong_offset(),
    "a member without a name": _zip_without_a_name(),
    "a member called by a slash": zipped({"/": KERNEL}),
    "a name of dots": zipped({"././.": KERNEL}),
}


@pytest.mark.parametrize("name", BROKEN_ZIPS)
@pytest.mark.parametrize("is_given", [True, False])
def test_one_broken_zip_is_one_students_problem(name: str, is_given: bool, tmp_path: Path):
    """The message names the file, and the others are there."""
    (tmp_path / "ada.zip").write_bytes(BROKEN_ZIPS[name])
    (tmp_path / "alan.zip").write_bytes(zipped({"matmul.cu": KERNEL}))
    rows = {row.student.name: row for row in collect(sorted(tmp_path.iterdir()) if is_given else [tmp_path])}
    assert rows["ada"].submission is None
    assert any(word in f"{rows['ada'].problem} {rows['ada'].origin}" for word in ("ada.zip", "nothing was handed in"))
    assert rows["alan"].submission is not None


def _tarred(form: str) -> bytes:
    buffer = io.BytesIO()
    mode: Any = form
    with tarfile.open(fileobj=buffer, mode=mode) as archive:
        for name in ("src/matmul.cu", "src/a rather long name " + "n" * 120 + ".txt", "notes.txt"):
            info = tarfile.TarInfo(name)
            info.size = len(KERNEL)
            archive.addfile(info, io.BytesIO(KERNEL))
    return buffer.getvalue()


WHOLE = {
    "zip": zipped({"src/matmul.cu": KERNEL * 20, "notes.txt": b"notes"}),
    "tar": _tarred("w"),
    "tar.gz": _tarred("w:gz"),
    "tar.xz": _tarred("w:xz"),
    "tar.bz2": _tarred("w:bz2"),
}


def _mutated(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        position = random.randrange(len(changed))
        kind = random.randrange(5)
        if kind == 0:
            changed[position] = random.randrange(256)
        elif kind == 1:
            changed[position] ^= 1 << random.randrange(8)
        elif kind == 2:
            del changed[position : position + random.randrange(1, 40)]
        elif kind == 3:
            changed[position:position] = changed[: random.randrange(1, 600)]
        else:
            changed[position : position + 4] = random.choice((b"\0" * 4, b"\xff" * 4, b"9999", b"\x80\0\0\0"))
        changed = changed or bytearray(b"x")
    return bytes(changed)


@pytest.mark.parametrize("form", WHOLE)
def test_whatever_is_wrong_in_archives_all_students_have_rows(form: str, tmp_path: Path):
    """Valid archives with bytes changed, removed and doubled: handed in by a class."""
    random = Random(form)
    for number in range(30):
        (tmp_path / f"s{number:02}").mkdir()
        (tmp_path / f"s{number:02}" / f"homework.{form}").write_bytes(_mutated(WHOLE[form], random))
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / f"homework.{form}").write_bytes(WHOLE[form])
    rows = {row.student.name: row for row in collect([tmp_path])}
    assert set(rows) == {"whole", *(f"s{number:02}" for number in range(30))}
    assert all(row.submission or row.problem for row in rows.values())
    assert rows["whole"].submission is not None


def test_a_child_that_is_killed_is_that_archives_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """By a limit on its time, which here is over as soon as it begins."""
    monkeypatch.setitem(opening.BOUNDS, "student", replace(OF_A_STUDENT, seconds=0))
    (tmp_path / "ada.zip").write_bytes(zipped({"matmul.cu": KERNEL}))
    (tmp_path / "alan.cu").write_bytes(KERNEL)
    rows = {row.student.name: row for row in collect([tmp_path])}
    assert rows["ada"].problem == "the archive ada.zip cannot be used: it takes too long to read"
    assert rows["alan"].submission is not None


def test_a_folder_that_may_not_be_opened_is_its_owners_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Their row says so."""
    for name in ("ada", "alan"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "matmul.cu").write_bytes(KERNEL)
    scandir = os.scandir

    def refusing(path: Path):
        if Path(path).name == "ada":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    rows = {row.student.name: row for row in collect([tmp_path])}
    assert rows["ada"].problem == "the folder cannot be read: Permission denied"
    assert rows["alan"].submission is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_blocks_nobody(tmp_path: Path):
    """Called as the kernel should be."""
    (tmp_path / "ada").mkdir()
    os.mkfifo(tmp_path / "ada" / "matmul.cu")
    (tmp_path / "alan.cu").write_bytes(KERNEL)
    rows = {row.student.name: row for row in collect([tmp_path])}
    assert rows["ada"].problem == "matmul.cu: no regular file, so nothing to read"
    assert rows["alan"].submission is not None


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_a_folder_with_too_many_files_is_its_owners_problem(form: str, tmp_path: Path):
    """Of what an instructor may give, one student may not use up more than half."""
    from grader.submissions.entries import EntryKind, ListedFile, ReadLimits, within

    def file(*parts: str) -> ListedFile:
        return ListedFile(parts=parts, kind=EntryKind.FILE)

    prefix = ("class",) if form == "folder" else ()
    entries = [file(*prefix, name, "matmul.cu") for name in ("alan", "bob")]
    entries += [file(*prefix, "eve", f"{number}.txt") for number in range(200)]
    entries += [file(*prefix, "grace", "matmul.cu")]
    kept = within(entries, ReadLimits(entries=50))
    assert {entry.parts[-2] for entry in kept} == {"alan", "bob", "eve", "grace"}
    assert len(kept) == 4


HOSTILE_NAMES = ["=cmd()", "<script>alert(1)</script>", "a\nb", "\x1b[2J", "\u202egnp", "x" * 250, "-rf", "%s%n"]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_hostile_student_names_become_one_clean_line(name: str, tmp_path: Path):
    """Names are shown in terminals, tables and pages."""
    folder = name.replace("/", "|")
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "matmul.cu").write_bytes(KERNEL)
    (row,) = collect([tmp_path])
    assert row.submission is not None
    assert row.student.name.isprintable()
    assert len(row.student.name) <= 120

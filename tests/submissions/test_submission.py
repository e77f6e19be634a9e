"""Reading one submission, whatever was handed in."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from grader.submissions.submission import SubmissionError, decode_submission, read_submission

KERNEL = "__global__ void matmul_tiled() {}  // größer\n"


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-32-le", b"\xff\xfe\0\0"),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("cp1252", b""),
    ],
)
def test_text_in_any_encoding_reads_the_same(encoding: str, mark: bytes):
    """Editors on Windows write UTF-16 and one-byte text; the kernel is the same, and a note says what was read."""
    submission = decode_submission(mark + KERNEL.encode(encoding), path=Path("matmul.cu"))
    assert (submission.source, submission.problem) == (KERNEL, None)
    assert [encoding in note for note in submission.notes] == [True] * (encoding != "utf-8")


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\2\1\1\0\0\0",
        bytes(range(256)),
        b"\x89PNG\r\n\x1a\n\0\0",
        b"\xff\xfe\x00",
        b"\x01\x02\x03\x04",
        b"\0" * 100,
    ],
)
def test_binary_files_have_a_problem_and_no_source(data: bytes):
    """A program or a picture handed in by mistake is told as such; nothing of it reaches the compiler."""
    submission = decode_submission(data, path=Path("matmul.cu"))
    assert submission.source == ""
    assert submission.problem


def test_an_empty_file_is_an_empty_source():
    """Nothing is wrong with reading it; grading then says that the kernel is missing."""
    submission = decode_submission(b"", path=Path("matmul.cu"))
    assert (submission.source, submission.problem) == ("", None)


def test_the_hash_is_of_the_bytes_as_handed_in(tmp_path: Path):
    """So the same text in two encodings is two submissions."""
    data = KERNEL.encode("utf-16")
    (tmp_path / "matmul.cu").write_bytes(data)
    assert read_submission(tmp_path / "matmul.cu").sha256 == hashlib.sha256(data).hexdigest()


def test_a_folder_stands_for_its_one_file(tmp_path: Path):
    """The configured name first, else the only .cu file, else an error that lists what is there."""
    with pytest.raises(SubmissionError, match=r"no file matmul\.cu"):
        read_submission(tmp_path)
    (tmp_path / "mine.cu").write_text("1")
    assert read_submission(tmp_path).source == "1"
    (tmp_path / "other.cu").write_text("2")
    with pytest.raises(SubmissionError, match=r"mine\.cu, other\.cu"):
        read_submission(tmp_path)
    (tmp_path / "matmul.cu").write_text("3")
    assert read_submission(tmp_path).source == "3"


def test_a_missing_file_is_the_users_error(tmp_path: Path):
    """Not a finding: nobody handed it in."""
    with pytest.raises(SubmissionError, match="no such file"):
        read_submission(tmp_path / "absent.cu")


def test_a_file_too_large_is_not_read(tmp_path: Path):
    """A sparse file of 1 GB takes no memory."""
    path = tmp_path / "matmul.cu"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    submission = read_submission(path)
    assert submission.source == ""
    assert "1,073,741,824 bytes" in str(submission.problem)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_does_not_block_the_reader(tmp_path: Path):
    """A hostile archive may hold one; reading it would wait for ever."""
    os.mkfifo(tmp_path / "matmul.cu")
    with pytest.raises(SubmissionError, match="not a regular file"):
        read_submission(tmp_path / "matmul.cu")

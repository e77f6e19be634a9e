"""One submission: the student's file, read safely and decoded, whatever was handed in.

Reading never trusts the file: its size is bounded, it must be a regular file, and a link is followed only when the
person who typed the path may have meant it. Finding many submissions is `grader.submissions`'s job.
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError
from grader.files import TooLargeError, read_bounded
from grader.plaintext import plain

MAX_SOURCE_BYTES = 1 << 20
"""Larger files are not graded: the largest of 879 public course files has 60 KB."""

SOURCE_SUFFIXES = (".cu", ".cuh", ".cpp", ".cc", ".c", ".txt")
"""What a student's kernel may be called, best first."""


class SubmissionError(UsageError):
    """The path that the user gave names no submission: no such file, or a folder without one file to grade."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionFile:
    """What a student handed in.

    `path` is for display and for the reader's own editor; the grader never opens it again. `problem` says why there is
    no source to grade (then `source` is empty), `notes` are remarks on a file that is graded all the same.
    `sha256` is that of the bytes as handed in.
    """

    path: Path
    source: str
    sha256: str
    student: str | None = None
    problem: str | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Remove line ends and bytes that are no text from the name, which messages repeat."""
        object.__setattr__(self, "path", Path(plain(str(self.path)).replace("\n", "�")))


def read_submission(path: Path, *, name: str = "matmul.cu", student: str | None = None) -> SubmissionFile:
    """Read the submission at `path`, a file or a folder that holds one.

    In a folder the file called `name` counts, or else the only CUDA file. Unreadable contents (binary, too large) make
    a `problem`; a path that names nothing raises `SubmissionError`.
    """
    path = submission_file(path, name)
    try:
        data = read_bounded(path, MAX_SOURCE_BYTES)
    except TooLargeError as error:
        return SubmissionFile(path=path, source="", sha256=error.sha256, student=student, problem=str(error))
    except OSError as error:
        raise SubmissionError(f"{path}: {error.strerror or error}") from error
    return decode_submission(data, path=path, student=student)


def submission_file(path: Path, name: str = "matmul.cu") -> Path:
    """Return the file that `read_submission` reads, by the same rules and with the same errors."""
    if path.is_dir():
        folder, path = path, path / name
        if not path.is_file():
            kernels = sorted(each for each in folder.iterdir() if each.suffix.lower() in SOURCE_SUFFIXES[:2])
            found = [each for each in kernels if each.is_file()]
            if not found:
                raise SubmissionError(f"{folder}: no file {name} and no other .cu file in this folder")
            if len(found) > 1:
                names = ", ".join(each.name for each in found[:5])
                raise SubmissionError(f"{folder}: no file {name}, and {len(found)} others to choose from ({names})")
            path = found[0]
    if not path.exists():
        raise SubmissionError(f"{path}: no such file")
    return path


def decode_submission(data: bytes, *, path: Path, student: str | None = None) -> SubmissionFile:
    """Decode these bytes: text in UTF-8, UTF-16, UTF-32 or a one-byte encoding, and a note of which."""
    sha256 = hashlib.sha256(data).hexdigest()
    decoded = _decode(data)
    if isinstance(decoded, str):
        return SubmissionFile(path=path, source="", sha256=sha256, student=student, problem=decoded)
    source, encoding = decoded
    notes = () if encoding == "utf-8" else (f"The file is {encoding}, not UTF-8; it was read as {encoding}.",)
    return SubmissionFile(path=path, source=source, sha256=sha256, student=student, notes=notes)


_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16's, which is its beginning
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def _decode(data: bytes) -> tuple[str, str] | str:
    """Return the text and its encoding, or a sentence that says why this is not text."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return _printable(data[len(mark) :].decode(encoding), encoding)
            except UnicodeDecodeError:
                return f"the file starts like {encoding} text but is not"
    if b"\0" in data:
        return _decode_without_mark(data)
    try:
        return _printable(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        with contextlib.suppress(UnicodeDecodeError):  # cp1252 has five holes; both agree on all characters of C++
            return _printable(data.decode("cp1252"), "cp1252")
        return _printable(data.decode("latin-1"), "latin-1")


def _decode_without_mark(data: bytes) -> tuple[str, str] | str:
    """Decode UTF-16 without a byte order mark: C++ is mostly ASCII, so every other byte is zero."""
    for encoding, zeros, letters in (("utf-16-le", data[1::2], data[::2]), ("utf-16-be", data[::2], data[1::2])):
        if len(data) % 2 == 0 and zeros.count(0) > 0.9 * len(zeros) and 0 not in letters:
            try:
                return _printable(data.decode(encoding), encoding)
            except UnicodeDecodeError:
                break
    return "the file is binary, not the text of a CUDA program"


def _printable(text: str, encoding: str) -> tuple[str, str] | str:
    """Refuse what decodes by accident: text that is mostly control characters is an image or a program."""
    control = sum(1 for character in text if character < " " and character not in "\t\n\r\f\v")
    if control > len(text) // 20:
        return "the file is binary, not the text of a CUDA program"
    return text, encoding

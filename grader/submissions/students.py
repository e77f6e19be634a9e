"""Who handed something in, and when, as far as a download tells."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

from grader.plaintext import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """A student's names in the course's systems; empty where the download does not tell.

    `name` is what people read. `identifier` is the learning system's own number for the student or the submission,
    `login` a user name (on GitHub, too).
    """

    name: str
    email: str = ""
    identifier: str = ""
    login: str = ""


def student(name: str, *, email: str = "", identifier: str = "", login: str = "") -> Student:
    """A student, with names made fit for one line: they come from folders and files that anybody may have named."""
    return Student(
        name=one_line(name, 120).strip() or "(no name)",
        email=one_line(email, 200).strip(),
        identifier=one_line(identifier, 80).strip(),
        login=one_line(login, 80).strip(),
    )


_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names of devices on Windows."""
_OF_THE_BATCH = re.compile(
    r"index\.html|gradebook\.csv|overrides\.yaml|\.grader|feedback|moss|jplag|"
    r"(canvas|moodle|gradescope-csv|brightspace|blackboard)\.(csv|xls|txt|tsv|zip)"
)
"""What a batch writes beside the students' folders, in small letters."""


def folder_name(student: Student) -> str:
    """A file name for the student on every system: letters, digits, `-`, `_`, `.`; a hash keeps odd names apart."""
    text = unicodedata.normalize("NFKC", student.name)
    safe = re.sub(r"[^\w.-]+", "-", text).strip("-. ")[:60]
    taken = _RESERVED.match(safe) is not None or _OF_THE_BATCH.fullmatch(safe.casefold()) is not None
    if safe == student.name and not taken:
        return safe
    mark = hashlib.sha256("\0".join((student.name, student.email, student.identifier)).encode()).hexdigest()[:6]
    plain_change = re.sub(r"\s+", "-", student.name) == safe and not taken
    return safe if plain_change else f"{safe or 'student'}-{mark}"


def called(student: Student) -> frozenset[str]:
    """All that a student is called, in small letters: what an instructor may write to name them."""
    names = (student.name, student.login, student.email, student.identifier, folder_name(student))
    return frozenset(name.casefold() for name in names if name)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """`submitted` is in the course's own time zone where it has none of its own, as in tables that people read.

    `late` says that the download marks it so, `late_by` by how much after the deadline, where it tells that itself.
    """

    submitted: datetime | None = None
    late: bool = False
    late_by: timedelta | None = None

    def completed(self, other: HandedIn) -> HandedIn:
        """With what another source knows besides."""
        return HandedIn(
            submitted=self.submitted or other.submitted,
            late=self.late or other.late,
            late_by=self.late_by if self.late_by is not None else other.late_by,
        )


UNKNOWN = HandedIn()

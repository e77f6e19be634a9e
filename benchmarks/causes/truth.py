"""The set: faulty kernels, and what is wrong in each.

`truth.yaml` is the table. The kernels beside it are right kernels in which one or two places were changed; a fix puts
the right lines back. Those of exams are each of another hand, for the assignment or for a lab, and were written without
a look at the grader. The mistakes of the assignment's own folder are listed with their lines alone, because their
headers say the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("truth.yaml")
KERNELS = Path(__file__).with_name("kernels")
MISTAKES = ROOT / "reference" / "mistakes"
KNOWN = "reference"
"""The style of the assignment's own mistakes."""
EXAMS = (
    "exam before", "first exam", "second exam", "third exam", "fourth exam", "fifth exam", "sixth exam", "seventh exam",
    "eighth exam", "ninth exam", "tenth exam", "eleventh exam", "twelfth exam", "thirteenth exam", "fourteenth exam",
    "fifteenth exam", "sixteenth exam", "seventeenth exam", "eighteenth exam", "nineteenth exam",
    "twentieth exam", "twenty-first exam", "twenty-second exam", "twenty-third exam",
    "twenty-fourth exam", "twenty-fifth exam", "twenty-sixth exam", "twenty-seventh exam", "twenty-eighth exam",
    "twenty-ninth exam",
    "thirtieth exam",
    "thirty-first exam",
    "thirty-second exam",
    "thirty-third exam",
    "thirty-fourth exam", "thirty-fifth exam", "thirty-sixth exam", "thirty-seventh exam", "thirty-eighth exam",
    "thirty-ninth exam", "fortieth exam", "forty-first exam", "forty-second exam", "forty-third exam",
    "forty-fourth exam", "forty-fifth exam", "forty-sixth exam", "forty-seventh exam",
)  # fmt: skip
"""Styles of many hands: each kernel has a right one of its own."""
_TITLE = re.compile(r"^// mistake: (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """`lines` lines from line `at` on become `right`; none are replaced where something is missing before `at`."""

    at: int
    lines: int
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One thing that is wrong: its lines, the others that would honestly do as well, and why. Lines count from 1."""

    lines: tuple[int, ...]
    cause: str
    group: str
    acceptable: tuple[int, ...] = ()
    fix: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulty:
    """A kernel with one mistake or several; `half` is even for those that the search is developed with.

    `assignment` is the folder of the assignment that it was written for.
    """

    path: Path
    assignment: Path
    style: str
    mistakes: tuple[Mistake, ...]
    half: str

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def true_lines(self) -> tuple[int, ...]:
        return tuple(line for mistake in self.mistakes for line in mistake.lines)

    @property
    def acceptable_lines(self) -> frozenset[int]:
        return frozenset(line for mistake in self.mistakes for line in mistake.acceptable)

    def mended(self) -> str:
        """The right kernel: every fix put in."""
        return put_right(self.source, [fix for mistake in self.mistakes for fix in mistake.fix])


def put_right(source: str, fixes: list[Fix]) -> str:
    """A source with its fixes put in, the last line first so that the others keep their numbers."""
    lines = source.splitlines(keepends=True)
    for fix in sorted(fixes, key=lambda fix: fix.at, reverse=True):
        lines[fix.at - 1 : fix.at - 1 + fix.lines] = [f"{line}\n" for line in fix.right.splitlines()]
    return "".join(lines)


def read_truth() -> tuple[Faulty, ...]:
    """The whole set, the kernels of this folder first; raises `TypeError` for a name that the table must not have."""
    table = yaml.load(TABLE.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    rows = [_own(row) for row in table["kernels"]] + [_known(**row) for row in table["reference"]]
    return tuple(Faulty(**row, half="odd" if number % 2 else "even") for number, row in enumerate(rows, 1))


def _own(row: dict[str, Any]) -> dict[str, Any]:
    mistakes = tuple(_mistake(**mistake) for mistake in row["mistakes"])
    assignment = ROOT / "labs" / row["lab"] if "lab" in row else ROOT
    return {"path": KERNELS / row["file"], "assignment": assignment, "style": row["style"], "mistakes": mistakes}


def _mistake(
    line: int | list[int],
    fix: list[dict[str, Any]],
    acceptable: Sequence[int] = (),
    **known: Any,  # noqa: ANN401
) -> Mistake:
    lines = (line,) if isinstance(line, int) else tuple(line)
    return Mistake(lines=lines, acceptable=tuple(acceptable), fix=tuple(Fix(**change) for change in fix), **known)


def _known(file: str, line: int, acceptable: tuple[int, ...] = ()) -> dict[str, Any]:
    path = MISTAKES / file
    title = _TITLE.search(path.read_text(encoding="utf-8"))
    assert title, f"{path} does not say its mistake"
    mistake = Mistake(lines=(line,), cause=title[1], group=file.split("-")[0], acceptable=tuple(acceptable))
    return {"path": path, "assignment": ROOT, "style": KNOWN, "mistakes": (mistake,)}

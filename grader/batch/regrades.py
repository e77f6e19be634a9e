"""Grading a few students again: everybody else's row stays as the last batch wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import TypeAdapter, ValidationError

from grader.batch.coordinator import StudentEntry, Summary
from grader.batch.gradebook import GRADED, GradebookRow
from grader.batch.names import People, StudentNameError, those_like
from grader.batch.store import Store


def keep_rows(store: Store, rows: Sequence[GradebookRow]) -> None:
    """Keep the rows of a gradebook for a batch that grades a few again."""
    store.keep_rows(_rows().dump_json(tuple(rows)))


def kept_rows(store: Store) -> dict[str, GradebookRow]:
    """The rows of the last gradebook by folder; none where there was none, or another version of the grader's."""
    try:
        return {row.folder: row for row in _rows().validate_json(store.kept_rows())}
    except (OSError, ValidationError):
        return {}


def _rows() -> TypeAdapter[tuple[GradebookRow, ...]]:
    return TypeAdapter(tuple[GradebookRow, ...])


@dataclass(frozen=True, slots=True, kw_only=True)
class Few:
    """What `--only` leaves to do: `entries`, of which those with `keys` are graded again whatever is kept of them.

    Equal texts have one key and one result: whose grade comes of the same text, it is new, too. `kept` are the rows of
    the last gradebook by folder.
    """

    entries: tuple[StudentEntry, ...]
    keys: frozenset[str]
    kept: Mapping[str, GradebookRow]

    def told(self, summary: Summary) -> Summary:
        """The whole gradebook in its order, with new rows in place of those kept; who is new comes last."""
        new = {row.folder: row for row in summary.rows}
        others = sum(row.status == GRADED for folder, row in self.kept.items() if folder not in new)
        rows = (*(new.pop(folder, row) for folder, row in self.kept.items()), *new.values())
        return replace(summary, rows=rows, known=summary.known + others)


def only(
    patterns: Sequence[str], entries: Sequence[StudentEntry], kept: Mapping[str, GradebookRow], people: People
) -> Few:
    """Who is graded again; `StudentNameError` for a name or pattern that fits nobody in what was given."""
    asked = {folder for pattern in patterns for folder in those_like(pattern, people, f"--only {pattern}")}
    given = {entry.folder for entry in entries}
    if missing := sorted(asked - given):
        raise StudentNameError(f"--only: nothing of {', '.join(missing)} is among the submissions that were given")
    keys = frozenset(entry.key for entry in entries if entry.folder in asked and entry.key)
    mine = (
        entry for entry in entries
        if entry.folder in asked or entry.folder not in kept or (entry.key in keys and _same(entry, kept[entry.folder]))
    )  # fmt: skip
    return Few(entries=tuple(mine), keys=keys, kept=kept)


def _same(entry: StudentEntry, row: GradebookRow) -> bool:
    """Whether the row is of the text that the student has handed in now."""
    return entry.found.submission is not None and entry.found.submission.sha256 == row.sha256

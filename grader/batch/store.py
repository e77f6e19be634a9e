"""Keep what a batch has done so far on disk: results keyed by all that they depend on, never half-written.

OUT/.grader/state.json            the seed of this batch
OUT/.grader/results/KEY.json      full results, hidden cases included: the instructor's
OUT/.grader/rows.json             the gradebook's rows, for a batch that grades a few again
OUT/.grader/before/FOLDER.json    what the student saw before that
OUT/<student>/                    what the student may see
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from grader.assignment import Assignment
from grader.assignment.loading import assignment_files
from grader.assignment.models import LARGEST_SEED
from grader.batch.gradebook import GradebookRow
from grader.cache import code_fingerprint, digest
from grader.files import kept_text, write_whole
from grader.results import Replays, Results
from grader.submissions.submission import SubmissionFile

STATE_FOLDER = ".grader"
_STUDENT_FILES = ("index.html", "results.json")
_KEY = re.compile(r"[0-9a-f]{40}")


def fingerprint(
    assignment: Assignment, *, device: str, seed: int, replays: Replays = "faulty", diagnosis: bool = True
) -> str:
    """Return the hash of all that a result depends on beside the submission: assignment, grader, device, options.

    What items and families are worth is not among it, only which items are worth nothing: results are scored again as
    they are read.
    """
    files = {
        name: data for name, data in assignment_files(assignment.root).items()
        if name != "config.yaml" and not (name.startswith("testcases/") and name.endswith((".yaml", ".yml")))
    }  # fmt: skip
    for unit in assignment.units:
        config = unit.config
        files[f"config {unit.part}"] = f"{unit.title}\0{config.model_dump_json(exclude={'points'})}".encode()
        files[f"items {unit.part}"] = json.dumps([name for name, worth in config.points if worth]).encode()
        for name, family in unit.families.items():
            files[f"family {unit.named(name)}"] = family.model_dump_json(exclude={"weight"}).encode()
    return digest((code_fingerprint(), device, str(seed), replays, str(diagnosis)), files)


def worth_of(assignment: Assignment) -> str:
    """Return the hash of what items and families are worth: pages of the same results differ by it."""
    worth = [
        (unit.config.points.model_dump_json(), [(name, family.weight) for name, family in unit.families.items()])
        for unit in assignment.units
    ]
    return hashlib.sha256(str(worth).encode()).hexdigest()


def key_of(submission: SubmissionFile, batch: str) -> str:
    """Return the key of one submission's results; equal files of two students have one key."""
    return hashlib.sha256(f"{batch}\0{submission.sha256}\0{submission.problem or ''}".encode()).hexdigest()[:40]


class Store:
    """The state of one output folder."""

    def __init__(self, out: Path, *, fresh: bool = False) -> None:
        self.out = out
        self._state = out / STATE_FOLDER
        if fresh:  # remove what earlier runs made here, and nothing else: the folder may hold the instructor's files
            self.remove_students({})
            shutil.rmtree(self._state, ignore_errors=True)
        (self._state / "results").mkdir(parents=True, exist_ok=True)

    def seed(self, wanted: int | None) -> int:
        """Return the batch's seed: the one asked for, else the one of this folder, else a new secret one."""
        path = self._state / "state.json"
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, OverflowError):
            kept = int(json.loads(path.read_text(encoding="utf-8"))["seed"])
            if 0 <= kept <= LARGEST_SEED and wanted in (None, kept):
                return kept
        seed = secrets.randbits(31) if wanted is None else wanted
        write_whole(path, json.dumps({"schema": 1, "seed": seed}), durable=True)
        return seed

    def load(self, key: str) -> Results | None:
        """Return the results with this key, if they are there and complete."""
        try:
            return Results.load(self._path(key))
        except (OSError, ValidationError, ValueError):
            return None

    def save(self, key: str, results_json: str) -> None:
        """Keep results; after this the submission is not graded again."""
        write_whole(self._path(key), results_json, durable=True)

    def record_faults(self, faults: list[dict[str, object]]) -> None:
        """Keep what the grader itself did wrong in this run, for whoever mends it."""
        path = self._state / "faults.json"
        if faults:
            write_whole(path, json.dumps(faults, indent=1))
        else:
            path.unlink(missing_ok=True)

    def shown_before(self, folder: str) -> str:
        """Return the text of the results that a new page is compared with; empty if there are none."""
        return kept_text(self.out / folder / "results.json" if self._seal_of(folder) else self._before(folder))

    def begin_student(self, folder: str, mended: str = "") -> str:
        """Take the mark from a folder to be written; the text of the results that were there before.

        A folder without its mark was left half-written, and one with the mark `mended` has lost something: what these
        had before that is kept.
        """
        seal, before = self._seal_of(folder), self.shown_before(folder)
        if not seal or seal == mended:
            before = kept_text(self._before(folder))
        else:
            write_whole(self._before(folder), before)
        (self.out / folder / ".key").unlink(missing_ok=True)
        return before

    def keep_rows(self, rows: Sequence[GradebookRow]) -> None:
        """Keep the gradebook's rows for a batch that grades a few again."""
        write_whole(self._state / "rows.json", TypeAdapter(tuple[GradebookRow, ...]).dump_json(tuple(rows)))

    def kept_rows(self) -> dict[str, GradebookRow]:
        """Return the rows of the last gradebook by folder; none if another version of the grader wrote them."""
        try:
            data = (self._state / "rows.json").read_bytes()
            return {row.folder: row for row in TypeAdapter(tuple[GradebookRow, ...]).validate_json(data)}
        except (OSError, ValidationError):
            return {}

    def write_student(self, folder: str, page: str, results_json: str, key: str) -> None:
        """Write what one student may see, then the mark that the folder is complete, and of which results."""
        for name, content in (("index.html", page), ("results.json", results_json), (".key", key)):
            write_whole(self.out / folder / name, content)

    def has_student(self, folder: str, key: str) -> bool:
        """Return whether the student's folder shows the results with this key."""
        try:
            whole = all((self.out / folder / name).stat().st_size for name in _STUDENT_FILES)
        except OSError:
            return False
        return whole and self._seal_of(folder) == key

    def _seal_of(self, folder: str) -> str:
        try:
            return (self.out / folder / ".key").read_text(encoding="utf-8")
        except (OSError, ValueError):
            return ""

    def _before(self, folder: str) -> Path:
        return self._state / "before" / f"{folder}.json"

    def remove_students(self, current: Mapping[str, str], among: Collection[str] | None = None) -> list[str]:
        """Remove what batches wrote for students but for the folders in `current`, folder → key; the folders' names.

        Only folders `among` some are looked at, if they are given.

        A page must not outlive its grade: the student's file was replaced, or is not in the download any more.
        """
        known = {(folder.lower(), key) for folder, key in current.items()}
        stale = []
        for folder in (path.parent for path in sorted(self.out.glob("*/.key"))):
            key = self._seal_of(folder.name)  # other files of this name are not a batch's
            is_current = (folder.name.lower(), key) in known or (among is not None and folder.name not in among)
            stale += [folder] if _KEY.fullmatch(key) and not is_current else []
        for folder in stale:
            for name in (*_STUDENT_FILES, ".key"):  # the mark last
                (folder / name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # something else is in it
                folder.rmdir()
            self._before(folder.name).unlink(missing_ok=True)
        return [folder.name for folder in stale]

    def _path(self, key: str) -> Path:
        return self._state / "results" / f"{key}.json"

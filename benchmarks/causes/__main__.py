"""What a student is told first of a faulty kernel, against the line that is wrong: `python -m benchmarks.causes`.

    python -m benchmarks.causes [--only 'PATTERN'] [--half even|odd] [--cases 'PATTERN'] [--words] [--out FOLDER]
    python -m benchmarks.causes --check        are the kernels right once their mistakes are mended?

A line counts as *true* when it is that of a mistake, as *near* when the table says that another line would honestly do,
as *other* when it is neither, as *none* when no line is named. *Proved* are those of which a change was found that
mends everything, *false* those of which that stands on a line that is neither true nor near. A true line says nothing
yet of the words beside it: `--words` prints them with the cause, to be read. Each kernel is graded under one name, and
only what stands in `results.json` counts. With `--out`, what lies there already is not graded again.
"""

from __future__ import annotations

import argparse
import fnmatch
import itertools
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.causes.truth import KNOWN, ROOT, Faulty, read_truth
from grader.assignment import load_assignment
from grader.files import write_whole
from grader.grading.pipeline import Session
from grader.submissions.submission import decode_submission

HANDED_IN_AS = Path("matmul.cu")
"""A file's own name says what is wrong in it."""
VERDICTS = ("true", "near", "other", "none", "not faulty")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What was said of one kernel. `line` is the one named first, 0 where none is."""

    faulty: Faulty
    line: int
    verdict: str
    kind: str
    proved: bool
    score: float
    seconds: float
    searched: float
    words: str


def judged(faulty: Faulty, results: dict[str, Any]) -> Row:
    """The first thing that `results.json` says of a kernel, against the truth."""
    errors = [finding for finding in results["findings"] if finding["severity"] == "error"]
    cause = results.get("cause") or {}
    told = re.match(r"Line (\d+): ", results["fix_first"])
    line = int(told[1]) if told else errors[0]["line"] if errors else 0
    return Row(
        faulty=faulty,
        line=line,
        verdict=_verdict(faulty, line) if errors and results["score"] < results["max_score"] else "not faulty",
        kind=errors[0]["kind"] if errors else "",
        proved=bool(cause.get("proved")),
        score=results["score"],
        seconds=results["seconds"],
        searched=results.get("searched", 0.0),
        words=results["fix_first"],
    )


def _verdict(faulty: Faulty, line: int) -> str:
    if not line:
        return "none"
    if line in faulty.true_lines:
        return "true"
    return "near" if line in faulty.acceptable_lines else "other"


def graded(kernels: Iterable[tuple[Faulty, str]], cases: str) -> Iterator[dict[str, Any]]:
    """Yield `results.json` of a text for each kernel, in their order, with one session for each of the assignments."""
    for assignment, group in itertools.groupby(kernels, lambda kernel: kernel[0].assignment):
        with Session(load_assignment(assignment), device="cpu", replays="faulty") as session:
            for faulty, text in group:
                start = time.perf_counter()
                grading = session.grade(decode_submission(text.encode(), path=HANDED_IN_AS), cases=cases)
                if grading.results.fault:
                    raise SystemExit(f"{faulty.name}: {grading.results.fault}")
                verdict = time.perf_counter()
                results = grading.with_cause()
                # Seconds until the verdict, and from there until the cause is found.
                times = {"seconds": verdict - start, "searched": time.perf_counter() - verdict}
                yield json.loads(results.to_json()) | times


def measure(chosen: list[Faulty], cases: str, folder: Path) -> Iterator[Row]:
    """A row for each kernel; those whose results lie in the folder are not graded again."""
    kept = {faulty.name: folder / f"{faulty.name}.json" for faulty in chosen}
    results = graded([(faulty, faulty.source) for faulty in chosen if not kept[faulty.name].exists()], cases)
    for faulty in chosen:
        if not kept[faulty.name].exists():
            write_whole(kept[faulty.name], json.dumps(next(results)))
        yield judged(faulty, json.loads(kept[faulty.name].read_text(encoding="utf-8")))


def show(row: Row, words: bool) -> None:
    """One line of the table, at once."""
    true = " ".join(map(str, row.faulty.true_lines))
    line = row.line or "-"
    times = f"{row.seconds:.1f}", f"{row.searched:.1f}"
    proved = "yes" if row.proved else ""
    columns = (row.faulty.name, true, line, row.verdict, proved, row.kind, f"{row.score:.1f}", *times)
    print(f"| {' | '.join(map(str, columns))} |", flush=True)
    if words:
        for mistake in row.faulty.mistakes:
            print(f"    line {', '.join(map(str, mistake.lines))}: {mistake.cause}")
        print(f"    told: {row.words}\n", flush=True)


def summary(rows: list[Row]) -> str:
    """How often the first line was the right one, as a Markdown table: by half, by where they come from, by style."""
    groups = {
        "one mistake": [row for row in rows if row.faulty.style != KNOWN and len(row.faulty.mistakes) == 1],
        "two mistakes": [row for row in rows if len(row.faulty.mistakes) > 1],
        "labs": [row for row in rows if row.faulty.assignment != ROOT],
        "reference/mistakes": [row for row in rows if row.faulty.style == KNOWN],
        "even half": [row for row in rows if row.faulty.half == "even"],
        "odd half": [row for row in rows if row.faulty.half == "odd"],
        "all": rows,
    }
    styles = dict.fromkeys(row.faulty.style for row in rows if row.faulty.style != KNOWN)
    groups |= {f"style: {style}": [row for row in rows if row.faulty.style == style] for style in styles}
    columns = (*VERDICTS, "proved", "false")
    lines = [f"| kernels | count | {' | '.join(columns)} |", f"|---|---:|{'---:|' * len(columns)}"]
    for title, members in groups.items():
        if members:
            counts = Counter(row.verdict for row in members)
            counts["proved"] = sum(row.proved for row in members)
            counts["false"] = sum(row.proved and row.verdict == "other" for row in members)
            lines.append(f"| {title} | {len(members)} | {' | '.join(str(counts[name]) for name in columns)} |")
    return "\n".join(lines)


def check(chosen: list[Faulty]) -> None:
    """Grade every kernel with its mistakes mended, each text once, and name those without full marks."""
    texts: dict[str, list[Faulty]] = {}
    for faulty in chosen:
        if faulty.style != KNOWN:
            texts.setdefault(faulty.mended(), []).append(faulty)
    wrong = 0
    firsts = [(kernels[0], text) for text, kernels in texts.items()]
    for kernels, results in zip(texts.values(), graded(firsts, "*"), strict=True):
        if results["score"] < results["max_score"]:
            wrong += 1
            names = ", ".join(faulty.name for faulty in kernels)
            print(f"{names}: {results['score']:g} of {results['max_score']:g} points once mended")
    print(f"{len(texts)} right kernels behind {sum(map(len, texts.values()))} faulty ones, {wrong} without full marks")


def main() -> None:
    """Grade the set, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.causes")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="the kernels whose name or style fits")
    parser.add_argument("--cases", default="*", metavar="PATTERN", help="the cases that count (default: all)")
    parser.add_argument("--words", action="store_true", help="print the true cause and what was said")
    parser.add_argument("--check", action="store_true", help="grade the kernels with their mistakes mended")
    parser.add_argument("--half", choices=("even", "odd"), help="the half that rules are made with, or the other one")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep each kernel's results.json there")
    options = parser.parse_args()
    chosen = [
        faulty
        for faulty in read_truth()
        if any(fnmatch.fnmatchcase(name, options.only) for name in (faulty.name, faulty.style))
        and options.half in (None, faulty.half)
    ]
    if options.check:
        check(chosen)
        return
    print("| kernel | true lines | named | is it? | proved | first finding | points | seconds | and searching |")
    print("|---|---|---:|---|---|---|---:|---:|---:|")
    rows = []
    with tempfile.TemporaryDirectory() as nowhere:
        folder = options.out or Path(nowhere)
        folder.mkdir(parents=True, exist_ok=True)
        for row in measure(chosen, options.cases, folder):
            show(row, options.words)
            rows.append(row)
    if rows:
        times = sorted(row.searched for row in rows)
        median, most = times[len(times) // 2], times[len(times) * 9 // 10]
        print(f"\nsearching: median {median:.1f} s, nine of ten within {most:.1f} s")
    print(f"\n{summary(rows)}")


if __name__ == "__main__":
    main()

"""The command `python -m grader selfcheck`: is this assignment sound? As text for a terminal, and as a page."""

from __future__ import annotations

import argparse
import itertools
import string
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader.assignment import load_assignment
from grader.cli import add_assignment_argument
from grader.plaintext import points
from grader.report.format import plural
from grader.report.page import render
from grader.selfcheck.check import SelfCheck, StandingsTable, check_assignment
from grader.selfcheck.standings import Caught
from grader.selfcheck.survivors import Fate

SIGNS = {"x": "wrong numbers", "!": "found by a checker, numbers right", ".": "nothing to see"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_assignment_argument(parser)
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the matrix of mistakes as a page")
    parser.add_argument("--no-mutants", action="store_true", help="leave out the mechanical changes of the reference")


def run(options: argparse.Namespace) -> int:
    """Run the command. Return 0 if the assignment is sound, 1 if not."""
    assignment = load_assignment(options.assignment)
    notes = Console(stderr=True, highlight=False)
    interactive = sys.stderr.isatty()
    with notes.status("selfcheck") as status:
        check = check_assignment(
            assignment,
            mutants=not options.no_mutants,
            progress=lambda name: status.update(name) if interactive else None,
        )
    print_check(check, Console(highlight=False, soft_wrap=True))
    if options.html:
        Path(options.html).write_text(html(check), encoding="utf-8")
    return 0 if check.sound else 1


def sign(entry: Caught, name: str) -> str:
    """Return the strongest sign that one case shows for a mistake at any tile width."""
    if name in {case.split("@")[0] for case in entry.failed}:
        return "x"
    return "!" if name in {case.split("@")[0] for case in entry.shown} else "."


def print_check(check: SelfCheck, console: Console) -> None:
    """Print the whole result."""
    tables = [line for table in check.tables for line in _points(table)]
    for line, style in (*tables, *_matrix(check), *_lines(check)):
        console.print(Text(line, style=style))
    console.print(Text(verdict(check), style="bold green" if check.sound else "bold red"))


def verdict(check: SelfCheck) -> str:
    """Return the result in one sentence."""
    if check.sound:
        caught = plural(len(check.caught), "mistake")
        return f"Sound: {caught} {'is' if len(check.caught) == 1 else 'are'} caught as expected."
    grave = sum(remark.grave for remark in check.remarks)
    parts = [
        f"{plural(count, noun)} {words}"
        for count, noun, words in (
            (grave, "fault", "of the assignment"),
            (len(check.slipped), "mistake", "not caught as expected"),
            (len(check.survivors), "mutant", "that no case catches"),
        )
        if count
    ]
    return f"Not sound: {', '.join(parts)}."


def _points(table: StandingsTable) -> Iterator[tuple[str, str]]:
    """Yield the table of kernels, most points first, with a column per rubric item."""
    items = [item.name for item in table.standings[0].items]
    rows = []
    for entry in table.standings:
        earned = {item.name: points(item.points) for item in entry.items}
        of_items = [earned.get(name, "") for name in items]
        right = f"{entry.right} of {entry.cases}"
        rows.append([points(entry.score), *of_items, right, entry.name, entry.place.value])
    heading = ["points", *items, "right", "kernel", "what it is"]
    yield f"Who gets how many points{f' for: {table.title}' if table.title else ''}", "bold"
    for number, row in enumerate(_aligned([heading, *rows], right=1 + len(items))):
        yield row, "" if number else "dim"
    yield "", ""


def _aligned(rows: list[list[str]], *, right: int) -> Iterator[str]:
    """Yield rows with aligned columns, the first `right` of them right-aligned; nothing is cut."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if number < right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _matrix(check: SelfCheck) -> Iterator[tuple[str, str]]:
    """Yield the table of mistakes (rows) and cases (columns of one letter, explained below)."""
    # One letter a case: Latin, then Greek and Cyrillic, then "?".
    others = map(chr, itertools.chain(range(0x3B1, 0x3CA), range(0x430, 0x450)))
    alphabet = itertools.chain(string.ascii_letters, others, itertools.repeat("?"))
    letters = dict(zip(check.case_names, alphabet, strict=False))
    heading = ["", "mistake", "found as", "line", "".join(letters.values())]
    rows = [
        [
            "✓" if entry.ok else "✗",
            entry.mistake.name,
            entry.finding.kind.value if entry.finding else "nothing",
            str(entry.finding.line) if entry.finding and entry.finding.line else "",
            "".join(sign(entry, name) for name in letters),
        ]
        for entry in check.caught
    ]
    yield "Mistakes and the cases that show them", "bold"
    for number, row in enumerate(_aligned([heading, *rows], right=0)):
        yield row, "dim" if not number else "" if row.startswith("✓") else "bold red"
    yield "Cases: " + ", ".join(f"{letter} {name}" for name, letter in letters.items()), "dim"
    yield "   ".join(f"{letter} {words}" for letter, words in SIGNS.items()), "dim"
    yield "", ""


def _lines(check: SelfCheck) -> Iterator[tuple[str, str]]:
    for remark in check.remarks:
        yield f"{'✗' if remark.grave else '–'} {remark.text}", "red" if remark.grave else "yellow"
    for entry in check.slipped:
        yield f"✗ {entry.mistake.name}: {entry.problem}", "red"
    quiet = [entry.mistake.name for entry in check.caught if entry.only_by_checkers]
    if quiet:
        yield f"No case fails for these, only the checkers see them: {', '.join(quiet)}", ""
    if check.caught:
        yield idle_text(check), ""
    yield from _mutant_lines(check)


def idle_text(check: SelfCheck) -> str:
    """Return a sentence on the cases that could be removed without missing a mistake."""
    if len(check.idle_cases) == len(check.case_names):
        return "Every mistake is shown by at least two cases: no single case is indispensable."
    return f"Cases that show no mistake which others do not show as well: {', '.join(check.idle_cases) or 'none'}"


def _mutant_lines(check: SelfCheck) -> Iterator[tuple[str, str]]:
    if not check.mutants:
        return
    counts = Counter(entry.fate for entry in check.mutants)
    told = ", ".join(f"{counts[fate]} {fate.value}" for fate in Fate if counts[fate])
    yield f"{len(check.mutants)} mutants of the reference: {told}", ""
    for entry in check.mutants:
        if entry.fate in (Fate.SURVIVED, Fate.EQUIVALENT, Fate.ROUNDING):
            style = "red" if entry.fate is Fate.SURVIVED else "dim"
            where = f", {entry.where}" if entry.where else ""
            yield f"  {entry.fate.value}: line {entry.edit.line}, {entry.what}{where}", style
            if entry.fate is Fate.SURVIVED:
                for row in entry.edit.diff(check.reference_source).split("\n"):
                    yield f"    {row}", style


def html(check: SelfCheck) -> str:
    """Return the result as one self-contained page."""
    groups: dict[str, list[Caught]] = {}
    for entry in check.caught:
        groups.setdefault(entry.mistake.group, []).append(entry)
    told = {"sign": sign, "signs": SIGNS, "idle": idle_text(check), "verdict": verdict(check), "fates": Fate}
    return render("selfcheck.html", check=check, groups=groups, **told)

"""The outcome of a selfcheck as text for a terminal and as one HTML page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jinja2 import Environment, PackageLoader, StrictUndefined
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.selfcheck.check import SelfCheck
from grader.selfcheck.mistakes import Caught
from grader.selfcheck.survivors import Fate

SIGNS = {"x": "wrong numbers", "!": "found by a checker, numbers right", ".": "nothing to see"}


def sign(entry: Caught, case: str) -> str:
    """What one case shows of one mistake."""
    if case in entry.failed:
        return "x"
    return "!" if case in entry.shown else "."


def print_check(check: SelfCheck, console: Console) -> None:
    """The whole outcome on a terminal."""
    console.print(_matrix(check))
    console.print(Text("   ".join(f"{letter} {words}" for letter, words in SIGNS.items()), style="dim"))
    for line, style in _lines(check):
        console.print(Text(line, style=style))
    console.print(Text(verdict(check), style="bold green" if check.sound else "bold red"))


def verdict(check: SelfCheck) -> str:
    """One sentence."""
    if check.sound:
        return f"Sound: {len(check.caught)} mistakes are caught as they should be."
    grave = sum(remark.grave for remark in check.remarks)
    parts = [
        f"{count} {words}"
        for count, words in (
            (grave, "faults of the assignment"),
            (len(check.slipped), "mistakes not caught as they should be"),
            (len(check.survivors), "mutants that no case catches"),
        )
        if count
    ]
    return f"Not sound: {', '.join(parts)}."


def _matrix(check: SelfCheck) -> Table:
    """Mistakes down, cases across at one character each (a case counts over all its tile widths)."""
    names = list(dict.fromkeys(case.split("@")[0] for case in check.cases))
    table = Table(title="Mistakes and the cases that show them", box=None, padding=(0, 1), title_justify="left")
    for heading in ("", "mistake", "found as", "line", "cases"):
        table.add_column(heading, no_wrap=True, min_width=len(names) if heading == "cases" else None)
    for entry in check.caught:
        table.add_row(
            Text("✓" if entry.ok else "✗", style="green" if entry.ok else "bold red"),
            entry.mistake.name,
            entry.finding.kind.value if entry.finding else "nothing",
            str(entry.finding.line) if entry.finding and entry.finding.line else "",
            "".join(_sign_of_name(entry, name) for name in names),
        )
    return table


def _sign_of_name(entry: Caught, name: str) -> str:
    """The plainest sign among the case's tile widths."""
    failed = {case.split("@")[0] for case in entry.failed}
    shown = {case.split("@")[0] for case in entry.shown}
    return "x" if name in failed else "!" if name in shown else "."


def _lines(check: SelfCheck) -> Iterator[tuple[str, str]]:
    for remark in check.remarks:
        yield f"{'✗' if remark.grave else '–'} {remark.text}", "red" if remark.grave else "yellow"
    for entry in check.slipped:
        yield f"✗ {entry.mistake.name}: {entry.problem}", "red"
    quiet = [entry.mistake.name for entry in check.caught if entry.only_by_checkers]
    if quiet:
        yield f"Only the checkers see these, every number was right: {', '.join(quiet)}", ""
    if check.caught:
        yield idle_text(check), ""
    yield from _mutant_lines(check)


def idle_text(check: SelfCheck) -> str:
    """Which cases could go without a mistake going unseen."""
    names = {case.split("@")[0] for case in check.cases}
    if len(check.idle_cases) == len(names):
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
            yield f"  {entry.fate.value}: line {entry.mutant.line}, {entry.mutant.what}{where}", style
            if entry.fate is Fate.SURVIVED:
                for row in entry.mutant.diff(check.reference_source).split("\n"):
                    yield f"    {row}", style


def html(check: SelfCheck) -> str:
    """The outcome as one self-contained page."""
    environment = Environment(
        loader=PackageLoader("grader.selfcheck"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    groups: dict[str, list[Caught]] = {}
    for entry in check.caught:
        groups.setdefault(entry.mistake.group, []).append(entry)
    return environment.get_template("selfcheck.html").render(
        check=check, groups=groups, sign=sign, idle=idle_text(check), signs=SIGNS, verdict=verdict(check), fates=Fate
    )

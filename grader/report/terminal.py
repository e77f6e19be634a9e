"""Terminal summaries: of a graded submission, and of launches outside an assignment."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.plaintext import one_line, points, points_of
from grader.report.add_sentences import Mistake
from grader.report.causes import steps, without_there
from grader.report.format import OUTPUT_LIMIT_BYTES, clipped, isolation_line, joined, plural, visible
from grader.report.mistakes import mistakes_of_findings
from grader.report.source import CountsView, counts_view
from grader.report.view import MARKS, WORDS, View, sweep_words
from grader.results import Case, Finding, Kind, Results, RubricItem, Severity, Status
from grader.results.base import variant_name
from grader.results.kinds import KERNEL_RULES, SafetyRule
from grader.words import words as words_of
from grader.words.tables import short_names

FINDINGS_SHOWN = 8
CASES_SHOWN = 8
OUTPUT_LINES_SHOWN = 3
NO_HINT = "There is no further hint for this one. Mend what is said above, then grade again."
COSTS_NOTHING = "This is the grader’s limit, not your fault; it costs no points."
BAR_WIDTH = 20
SCREEN = 24
"""Lines of a small terminal; two are the blank one in front and the report's path."""
LEAST = 5
"""The most that is left out of two mistakes for which a screen is too small."""
WIDEST = 100
"""Columns of a paragraph at most: longer lines are hard to read."""

_STYLES = {
    Status.PASSED: "green",
    Status.FAILED: "red",
    Status.TIMEOUT: "red",
    Status.SKIPPED: "dim",
    Status.ERROR: "magenta",
}
_SEVERITY_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.GRADER: "bold magenta"}
_SEVERITY_WORDS = {Severity.ERROR: "error", Severity.WARNING: "worth knowing", Severity.GRADER: "not your fault"}


def terminal_summary(
    results: Results, console: Console, *, previous: Results | None = None, verbose: bool = False
) -> None:
    """Print the summary of `results` on `console`; student text is never read as markup or control codes.

    `previous` is the last grading of the same file. One or two mistakes take a screen of 24 lines at most, and nothing
    of them is cut; with `verbose` everything else is told in full too.
    """
    view = View.of(results, previous)
    width = min(console.width, WIDEST) - 1
    for left_out in range(1 if verbose else LEAST + 1):
        parts = Group(*_summary(view, width, verbose=verbose, left_out=left_out))
        if len(console.render_lines(parts, console.options.update(width=width), pad=False)) <= SCREEN - 2:
            break
    console.print(Padding(parts, (1, max(0, console.width - width), 0, 0)))


def _summary(view: View, width: int, *, verbose: bool, left_out: int) -> Iterable[RenderableType]:
    """All that is said; the more is to be `left_out`, the less of a second mistake, and at last nothing of the past."""
    results = view.results
    ran = any(section.compile.ok for section in results.sections)
    parts: list[RenderableType] = [*_mistakes(view, width, left_out), *_points(view, width, ran=ran)]
    if verbose:
        parts += [_rubric(results.rubric)] if ran else []
        parts += [Text(""), *_found(results, width)] if results.findings else []
        parts += _cases(results) if ran else []
    parts += printed(results, None if verbose else OUTPUT_LINES_SHOWN)
    if verbose:
        parts += [Text(f"Not measured: {visible(line)}", style="dim") for line in results.not_measured]
    if unprotected := isolation_line(results.device.missing_walls):
        parts.append(Text(visible(unprotected), style="dim"))
    if view.since_line and left_out < LEAST:
        parts.append(Text(view.since_line))
    if view.onward and not results.fix_first:
        parts += [Text(""), Text.assemble(("Next: ", "bold"), view.onward)]
    return parts


def hint(results: Results, console: Console, *, steps_shown: int) -> None:
    """Print the first steps of the cause, or that there is none to tell; nothing where nothing is to be fixed."""
    if results.fix_first:
        told = steps(results)[:steps_shown] or (NO_HINT,)
        console.print(Padding(Group(*(Text(visible(step)) for step in told)), (1, 1, 0, 0)))


def _mistakes(view: View, width: int, left_out: int) -> Iterable[RenderableType]:
    """Each with its line, what was seen, why it is wrong, and what must hold.

    What is too much for a screen is left out: first their further lines and the second one's number of cases, then the
    first one's rule beside a reason, then of the second what was seen and its rule, or where no cause is known what is
    advised: the report has them.
    """
    path = _from_here(view.results.submission.path)
    say = words_of("mistakes")
    two = len(view.mistakes) > 1
    for number, mistake in enumerate(view.mistakes, 1):
        second = number > 1
        # What is advised of a finding speaks of what was seen; the cause says by itself why it is wrong.
        short = second and left_out > 2
        advice = not (short and mistake.cause is None)
        seen = "" if short and advice else mistake.seen
        why = mistake.why if advice else ""
        if mistake.cause is not None and not seen:
            why = without_there(why, mistake.cause)
        rule = "" if two and mistake.why and left_out > (3 if second else 1) else mistake.rule if advice else ""
        step = say["step"](steps=view.steps) if number == 1 and mistake.severity is Severity.ERROR else ""
        effect = mistake.effect if number == 1 or not left_out else ""
        below = "   ".join(text for text in (effect, step) if text)
        shown = mistake if not left_out else replace(mistake, related=())
        if second and mistake.cause is not None and mistake.seen and not seen:  # the title is of what was seen
            shown = replace(shown, title=say["second"]())
        yield from _told(shown, path, width, (seen, f"{why} {rule}".strip()), below)


def _told(mistake: Mistake, path: str, width: int, texts: Iterable[str], below: str) -> Iterable[RenderableType]:
    """One mistake with its place, its line, these texts, and what is said quietly below."""
    yield from _heading(mistake, path, width)
    yield from _marked_line(mistake, width, _SEVERITY_STYLES[mistake.severity])
    for each in mistake.related:
        yield from _marked_line(each, width, "dim", _line(f"{each.brief} {each.seen}".strip()))
    yield from (Text(_line(text)) for text in texts if text)
    if mistake.severity is Severity.GRADER:
        yield Text(COSTS_NOTHING, style="magenta")
    if below:
        yield Text(below, style="dim")
    yield Text("")


def _found(results: Results, width: int) -> Iterable[RenderableType]:
    """All findings; those of one kind on one line are told together, the first in full."""
    path = _from_here(results.submission.path)
    alike: dict[object, list[Mistake]] = {}
    for number, mistake in enumerate(mistakes_of_findings(results)):
        alike.setdefault((mistake.line, mistake.title) if mistake.line else number, []).append(mistake)
    groups = list(alike.values())
    for first, *others in groups[:FINDINGS_SHOWN]:
        yield from _told(first, path, width, (first.seen, *(each.seen for each in others), first.reason), first.effect)
    if left := sum(map(len, groups[FINDINGS_SHOWN:])):
        yield Text(f"… and {plural(left, 'more finding')}{'' if results.check else ' in the report'}.", style="dim")
        yield Text("")


def _from_here(path: str) -> str:
    """The path as short as it can be opened with from the working directory."""
    file, here = Path(path), Path.cwd()
    return str(file.relative_to(here)) if file.is_absolute() and file.is_relative_to(here) else path


def _heading(mistake: Mistake, path: str, width: int) -> Iterable[RenderableType]:
    """What was found, and at the right the place, which editors open; below it where there is no room."""
    what = f"{_SEVERITY_WORDS[mistake.severity]}: {_line(mistake.title)}"
    place = f"{_line(path)}:{mistake.line}" if mistake.line else _line(path)
    gap = width - cell_len(what) - cell_len(place)
    style = _SEVERITY_STYLES[mistake.severity]
    if gap >= 2:
        yield Text.assemble((what, style), " " * gap, place)
    else:
        yield Text(what, style=style)
        yield Text(f"  --> {place}", overflow="fold")


def _marked_line(mistake: Mistake, width: int, style: str, label: str = "") -> Iterable[RenderableType]:
    """The student's line with marks below its characters, and a label beside these, or below where there is no room.

    A long one loses a remark behind it and blanks in front, and goes on in the next row where that is not enough.
    """
    code, (start, end) = mistake.code, mistake.marked
    size = max(20, width - 8)
    if len(code.strip()) > size and (remark := code.rfind("//")) >= end:
        code = code[:remark].rstrip()
    first = min(len(code) - len(code.lstrip()), max(0, len(code) - size))
    for begin in range(first, len(code) if code.strip() else first, size):
        piece = code[begin : begin + size]
        number = f"{mistake.line:>5}" if begin == first else " " * 5
        yield Text.assemble((f"{number} │ ", "dim"), piece, no_wrap=True)
        below = range(max(start, begin), min(end, begin + len(piece)))
        if below:
            before = cell_len(piece[: below.start - begin])
            signs = "~" * cell_len(piece[below.start - begin : below.stop - begin])
            last = end <= begin + len(piece) and before + cell_len(f"{signs} {label}") <= size
            beside, label = (f" {label}", "") if label and last else ("", label)
            yield Text.assemble(("      │ ", "dim"), " " * before, (signs, style), beside, no_wrap=True)
    if label:
        yield _hanging("      │ ", "dim", (label,), width)


def _points(view: View, width: int, *, ran: bool) -> Iterable[RenderableType]:
    """The score with the points of each item, and how many cases pass; else the verdict."""
    results = view.results
    style = "magenta" if view.grader_fault else "green" if results.passed else "red"
    for score, items in points_lines(results) if ran else ():
        yield _hanging(f"{score}  ", f"bold {style}", items, width)
    verdict = f"{_line(results.verdict.removesuffix(f': {view.points} points.')).rstrip('.')}."
    cases = cases_line(results) if ran else ""
    if not ran:
        yield _hanging(f"{view.points}  ", f"bold {style}", (verdict,), width)
    elif not cases:
        yield Text(verdict)
    # Beside wrong cases, of another part too, it says nothing that other shapes are right.
    swept = (each for each in results.sections if results.passed or (each.sweep and each.sweep.counterexample))
    yield from (Text(_line(text)) for text in (cases, *map(sweep_words, swept)) if text and ran)
    left = len(view.findings) - len(view.mistakes)
    if left > 0 and view.mistakes:
        yield Text(f"{plural(left, 'more finding')}: --verbose", style="dim")


def points_lines(results: Results) -> Iterator[tuple[str, list[str]]]:
    """Yield of each part the score, or blanks of its length, and each item's short name, points, and what it lacks."""
    score = points_of(results.score, results.max_score)
    for title, section in zip([part.title for part in results.parts] or [""], results.sections, strict=True):
        items = [_item_words(section, item) for item in section.rubric]
        yield score, [f"{title}: {items[0]}", *items[1:]] if title and items else items
        score = " " * len(score)


def _item_words(results: Results, item: RubricItem) -> str:
    """`safe 12/20 (bounds)`."""
    short = short_names()
    name = results.performance.criterion if item.name == "performance" and results.performance else item.name
    known = short[name].short if name in short else (item.title or item.name)
    earned = points_of(item.points, item.max_points).replace(" of ", "/")
    lacks = _lacking(results, item) if item.points < item.max_points else []
    return one_line(f"{known} {earned}{f' ({joined(lacks)})' if lacks else ''}")


def _lacking(results: Results, item: RubricItem) -> list[str]:
    """The rules of an item that are broken; none where its own message says as much."""
    rules = [rule.label for rule in SafetyRule]
    failed = [each for each in results.requirements if each.status is Status.FAILED and each.message != item.message]
    if item.name == "safety":
        kernels = [rule.label for rule in KERNEL_RULES]
        return [short_names()[each.name].short for each in failed if each.name in kernels]
    unmet = [each.name for each in failed if each.name not in rules and each.counted]
    if item.name not in ("tiling", "requirements"):
        return []
    if not unmet:
        return [] if all(each.counted for each in failed) else ["results are wrong"]
    return [f"not met: {unmet[0]}", *([plural(len(unmet) - 1, "more rule")] if len(unmet) > 1 else [])]


def cases_line(results: Results) -> str:
    """How many cases pass, and the first that does not, with its sizes; empty where all pass, or none was run."""
    right = sum(case.status is Status.PASSED for case in results.cases)
    if right == len(results.cases):
        return ""
    told = f"{right} of {plural(len(results.cases), 'case')} pass"
    others = [
        f"{amount} {words}"
        for status, words in ((Status.SKIPPED, "not run"), (Status.ERROR, "the grader’s fault"))
        if (amount := sum(case.status is status for case in results.cases))
    ]
    refused = {case.name for case in results.cases if _is_refused(case, results)}
    if refused:
        limit = next(each.message for each in results.findings if each.kind is Kind.RESOURCE_LIMIT)
        why = limit.split(". ")[0].rstrip(".")
        mended = "; with that changed they can" if results.cause is not None and results.cause.proved else ""
        others.append(f"{len(refused)} more with right numbers cannot be launched on a GPU ({why}){mended}")
    for section in results.sections:
        for case in section.cases:
            if case.status in (Status.FAILED, Status.TIMEOUT) and case.name not in refused:
                what = "does not end" if case.status is Status.TIMEOUT else "fails"
                return "; ".join([told, *others, f"first that {what}: {case.name} ({section.words.tell(case.values)})"])
    return "; ".join([told, *others])


def _is_refused(case: Case, results: Results) -> bool:
    """True if a case has failed with right numbers as no GPU could launch it: the finding that says so has no case."""
    limits = any(each.kind is Kind.RESOURCE_LIMIT and each.severity is Severity.ERROR for each in results.findings)
    wrong = case.wrong_cells or case.unwritten_cells or case.nonfinite_cells
    found = any(case.name in each.cases for each in results.findings)
    return limits and case.status is Status.FAILED and not wrong and not found


def _hanging(head: str, style: str, items: Sequence[str], width: int) -> Text:
    """Items with dots between, in lines that begin below the first one; an item that fills a line goes on there."""
    room = max(20, width - cell_len(head))
    rows: list[str] = []
    for item in items:
        if rows and cell_len(f"{rows[-1]} · {item}") <= room:
            rows[-1] += f" · {item}"
        else:
            rows += textwrap.wrap(item, room)
    return Text.assemble((head, style), f"\n{' ' * cell_len(head)}".join(rows))


def _rubric(items: tuple[RubricItem, ...]) -> RenderableType:
    """The points as bars, with all that is said of them."""
    table = Table.grid(padding=(0, 2))
    for item in items:
        share = max(0.0, min(1.0, item.points / item.max_points)) if item.max_points else 0.0
        filled = round(share * BAR_WIDTH)
        bar = Text("━" * filled, style=_STYLES[item.status]) + Text("╌" * (BAR_WIDTH - filled), style="bright_black")
        amount = Text(f"{points(item.points)} / {points(item.max_points)}", justify="right", no_wrap=True)
        table.add_row(Text(_line(item.title or item.name)), bar, amount, Text(_line(item.message), style="dim"))
    return table


def _cases(results: Results) -> Iterable[RenderableType]:
    """The tally, and what failed."""
    if not results.cases:
        return
    yield Text("")
    amounts = [(status, word, sum(case.status is status for case in results.cases)) for status, word in WORDS.items()]
    tally = (Text(f"{MARKS[status]} {many} {word}", style=_STYLES[status]) for status, word, many in amounts if many)
    yield Text("Cases: ") + Text("   ").join(tally)
    for section in results.sections:
        yield from _failed(section)


def _failed(results: Results) -> Iterable[RenderableType]:
    """A line for the failed cases of which the same is to be said."""
    alike: dict[str, list[Case]] = {}
    for case in results.cases:
        if case.status in (Status.FAILED, Status.TIMEOUT, Status.ERROR):
            words = case.map.pattern if case.map and case.map.pattern else case.message
            alike.setdefault(words, []).append(case)
    for said, cases in list(alike.items())[:CASES_SHOWN]:
        others = f" and {plural(len(cases) - 1, 'more')}" if len(cases) > 1 else ""
        yield Text.assemble(
            (f"  {MARKS[cases[0].status]} ", _STYLES[cases[0].status]),
            f"{_line(cases[0].name)}{others}  ",
            (f"{results.words.tell_briefly(cases[0].values)}  ", "dim"),
            (f"{results.words.width}={variant_name(cases[0].tile_width)}  " if results.words.width else "", "dim"),
            _line(said),
        )
    left = sum(len(cases) for cases in list(alike.values())[CASES_SHOWN:])
    if left:
        yield Text(f"  … and {plural(left, 'more case')} in the report.", style="dim")


def printed(results: Results, most: int | None) -> Iterable[RenderableType]:
    """What the kernel printed, from its first line on; `most` lines of it."""
    lines = clipped(results.output, OUTPUT_LIMIT_BYTES).splitlines()
    if not lines:
        return
    yield Text(f"Your {results.words.submitted} printed:")
    yield from (Text(f"  {_line(line)}", no_wrap=True, overflow="ellipsis") for line in lines[:most])
    if most is not None and len(lines) > most:
        yield Text(f"  … and {plural(len(lines) - most, 'more line')} in the report.", style="dim")


def _line(text: str) -> str:
    """`text` in one line with nothing in it that a terminal would obey."""
    return visible(clipped(text)).replace("\n", " ⏎ ").replace("\t", "    ")


def verdict(found: Sequence[Finding]) -> str:
    """How many faults there are, and warnings."""
    amounts = [
        plural(amount, noun)
        for severity, noun in ((Severity.ERROR, "fault"), (Severity.WARNING, "warning"))
        if (amount := sum(item.severity is severity for item in found))
    ]
    if any(item.severity is Severity.GRADER for item in found):
        return "The grader could not look at everything."
    return f"{joined(amounts)} found.".capitalize() if amounts else "Nothing was found."


def found_summary(results: Results, console: Console, *, counted: bool = True) -> None:
    """Print what was found in launches without an assignment or in a whole program, and if wanted what was counted.

    Student text is never read as markup or control codes.
    """
    width, view = min(console.width, WIDEST) - 1, counts_view(results)
    check = results.check if counted else None
    parts: list[RenderableType] = []
    if check is not None:
        parts += [Text(f"{_line(results.submission.path)}  {_line(check.text)}", style="bold"), Text("")]
    parts += _found(results, width)
    if check is not None and view is not None and view.columns:
        parts += [Text(f"Counted, of {plural(check.threads, 'thread')}"), _counts(view), Text("")]
    if check is not None and view is not None and view.buffers:
        table = Table.grid(padding=(0, 2))
        for name, words in view.buffers:
            table.add_row(Text(_line(name), no_wrap=True), Text(words, style="dim"))
        parts += [table, Text("")]
    if check is not None:
        parts += [
            *printed(results, None),
            *(Text(f"Not measured: {line}", style="dim") for line in results.not_measured),
        ]
    if unprotected := isolation_line(results.device.missing_walls):
        parts.append(Text(visible(unprotected), style="dim"))
    parts.append(Text(results.verdict, style="bold green" if results.passed else "bold red"))
    console.print(Padding(Group(*parts), (1, max(0, console.width - width), 0, 0)))


def _counts(view: CountsView) -> Table:
    table = Table.grid(padding=(0, 2))
    for name in ("line", *view.columns):
        table.add_column(Text(name, style="dim"), justify="right")
    table.show_header = True
    for line, figures in view.rows:
        table.add_row(line, *figures)
    table.add_row(*(Text(text, style="bold") for text in ("all", *view.total)))
    return table

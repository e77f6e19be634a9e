"""What a recording tells of a race, of an element that was never set, and of an access outside.

A hint of a kind of finding does not know whether the code follows it already; what was recorded is so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from grader.assignment import TestCase
from grader.compiling.source_facts import SourceFacts
from grader.devices.base import DeviceError
from grader.grading.bench import Bench
from grader.grading.recording import layouts_of
from grader.labs.base import ParameterError
from grader.report.format import dim3
from grader.results import Explanation, Finding, Kind, Occurrence
from grader.search.edited import sized
from grader.search.speech import Speech, few, with_more
from grader.search.trail import Place, Step, recorded

Facts = dict[str, int | str]
_TWO_EQUAL = re.compile(r"[\w\])]\s*==\s*[A-Za-z_]")


@dataclass(frozen=True, slots=True)
class Measured:
    """What is said of a finding; `keeps_hint`: it takes nothing from the hint for its kind."""

    explanation: Explanation
    keeps_hint: bool = False


def measure_access(bench: Bench, text: str, case: TestCase, finding: Finding) -> Measured | None:
    """Return what a run of the case tells of the finding; None where it tells nothing."""
    facts = SourceFacts(text, bench.config.tile.macro or "", bench.kernel.kernel_line)
    seen = next((each for each in finding.occurrences if each.case == case.label), finding.occurrences[0])
    if finding.kind is Kind.OUT_OF_BOUNDS:
        return _counted(bench, facts, finding) or _asked(facts, finding) or _moved(bench, facts, finding, seen)
    if finding.kind in (Kind.BARRIER_DIVERGENCE, Kind.EARLY_EXIT):
        return _jumped(facts, finding)
    between = finding.space == "global" and finding.kind is Kind.UNINITIALIZED_READ  # what an earlier launch left out
    if not (finding.space == "shared" or between) or finding.array is None or seen.block is None:
        return None
    try:
        problem = bench.problem(case)
        asked = bench.plan(problem)
        steps = recorded(bench, asked, None if between else seen.block)
    except (DeviceError, ParameterError, ValueError):
        return None
    speech = Speech(bench, facts, problem, asked)
    if finding.kind is Kind.DATA_RACE:
        place = _place(bench, finding.array, seen)
        known = _added(steps, speech, facts, place, finding) or _crowded(steps, speech, facts, place, finding)
        return known or _overlapping(steps, speech, place, finding)
    if finding.kind is Kind.UNINITIALIZED_READ:
        return _unset(steps, speech, facts, finding.array, _parameters(bench, pointers=False))
    return None


def _jumped(facts: SourceFacts, finding: Finding) -> Measured | None:
    """Return the statement between the two barriers that takes threads past one of them."""
    lines = sorted((finding.line, finding.other.line if finding.other else 0))
    for line in range(lines[0] + 1, lines[1]) if lines[0] else ():
        if found := re.search(r"\b(continue|break|return)\s*;", facts.line(line)):
            # A loop that ends between the two is left by the threads that wait at the second one.
            left = found[1] == "break" and facts.loop_end(line) < lines[1]
            if left and facts.loop_end(lines[0], line) != facts.loop_end(line):
                continue
            told: Facts = {"line": line, "jump": found[1], "barrier": lines[0] if left else lines[1]}
            told |= {"ends_loop": 1} if found[1] == "break" else {}
            return Measured(Explanation(name="way-past", facts=told))
    return None


def _parameters(bench: Bench, *, pointers: bool) -> set[str]:
    """The names of the parameters that are pointers, or of those that are not."""
    parameters = [each for kernel in bench.kernel.kernels for each in kernel.parameters]
    return {name for kind, name in parameters if ("*" in kind) == pointers}


def _place(bench: Bench, array: str, seen: Occurrence) -> Place:
    layout, offset = layouts_of(bench).get(array), seen.offset or 0
    if layout is not None:
        return array, layout.member_at(offset)
    sizes = {each.name: each.element_bytes or 4 for each in bench.kernel.declarations}
    return array, offset // sizes.get(array, 4)


def _added(
    steps: Sequence[Step], speech: Speech, facts: SourceFacts, place: Place, finding: Finding
) -> Measured | None:
    """Several threads load one element and store it again on one line, each when it comes there for the same time."""
    text = facts.line(finding.line)
    if finding.other is None or finding.other.line != finding.line or "atomic" in text:
        return None
    turns: Counter[object] = Counter()
    loaded: set[tuple[object, int]] = set()
    changed: dict[tuple[int, int, int], dict[object, Step]] = {}
    for step in steps:
        if step.event.line != finding.line or step.event.object != place[0]:
            continue
        turn = turns[step.thread]
        if step.event.op == "atomic":
            return None
        if step.event.op == "load" and step.where == place:
            loaded.add((step.thread, turn))
        elif step.event.op == "store":
            turns[step.thread] += 1
            if step.where == place and (step.thread, turn) in loaded:
                changed.setdefault((step.launch, step.event.phase, turn), {})[step.thread] = step
    several = max(changed.values(), key=len, default={})
    if len(several) < 2:
        return None
    told: Facts = {"count": len(several), "place": speech.place(place), "line": finding.line}
    told["adds"] = int(re.search(r"\+\+|\+=", text) is not None)
    return Measured(Explanation(name="way-added-to", facts=told))


def _crowded(
    steps: Sequence[Step], speech: Speech, source: SourceFacts, place: Place, finding: Finding
) -> Measured | None:
    """Several threads store one element on one line, each when it comes there for the same time: no barrier helps.

    Else what two threads store there that the finding says write the same element by one line.
    """
    turns: Counter[tuple[object, int]] = Counter()
    stores: dict[tuple[int, int, int, int], dict[object, Step]] = {}
    on_line: dict[object, list[Step]] = {}
    for step in steps:
        if step.event.op != "store" or step.event.object != place[0]:
            continue
        turns[step.thread, step.event.line] += 1
        if step.event.line == finding.line:
            on_line.setdefault(step.thread, []).append(step)
        if step.where == place:
            key = step.launch, step.event.phase, step.event.line, turns[step.thread, step.event.line]
            stores.setdefault(key, {})[step.thread] = step
    several = list(max(stores.values(), key=len, default={}).values())
    adding = {step.event.line for step in steps if step.event.op == "load" and step.where == place}
    if several and several[0].event.line in adding:  # what is there is added to: an atomic operation would help
        return None
    if len(several) > 1:
        threads = [dim3(speech.place_in_block(step)) for step in several]
        facts: Facts = {"place": speech.place(place), "line": several[0].event.line, "threads": few(threads)}
        guard = source.guard(several[0].event.line)
        # Of two values one may be wrong, and the store right.
        if guard is not None and several[0].event.line - guard[0] < 2 and _TWO_EQUAL.search(guard[1]):
            facts["guard"] = guard[1]
        return Measured(Explanation(name="way-crowded", facts={**facts, "count": len(threads)}))
    other = finding.other
    if other is None or (finding.access, other.access, other.line) != ("write", "write", finding.line):
        return None
    both = [each for each in on_line.values() if any(step.where == place for step in each)][:2]
    if len(both) < 2:
        return None
    threads = [dim3(speech.place_in_block(each[0])) for each in both]
    places = [speech.listed(each) for each in both]
    facts = {
        "line": finding.line, "thread": threads[0], "places": places[0], "other": threads[1], "held": places[1],
    }  # fmt: skip
    return Measured(Explanation(name="way-crossed", facts=facts))


def _overlapping(steps: Sequence[Step], speech: Speech, place: Place, finding: Finding) -> Measured | None:
    """Two lines store to places of one array that overlap, each to some where the other one does not.

    Where one of them takes all places of the other, it may be meant to: what is cleared first is used later.
    """
    other = finding.other
    if other is None or (finding.access, other.access) != ("write", "write") or other.line == finding.line:
        return None
    here = [step for step in steps if step.event.op == "store" and step.event.object == place[0]]
    runs = []
    for line in sorted((finding.line, other.line)):
        stored = sorted({step.where for step in here if step.event.line == line})
        runs.append((line, stored))
    (line, one), (second, two) = runs
    if set(one).isdisjoint(two) or min(len(one), len(two)) < 2 or (one[0] < two[0]) != (one[-1] < two[-1]):
        return None
    if one[0] == two[0] or one[-1] == two[-1]:
        return None
    facts: Facts = {
        "line": line, "places": f"{speech.place(one[0])} to {speech.place(one[-1])}",
        "after": second, "held": f"{speech.place(two[0])} to {speech.place(two[-1])}",
    }  # fmt: skip
    return Measured(Explanation(name="way-overlapping", facts=facts))


def _unset(steps: Sequence[Step], speech: Speech, facts: SourceFacts, array: str, sizes: set[str]) -> Measured | None:
    """Return what is read of a shared array and was never set, and what is set of it."""
    stored: set[Place] = set()
    unset, stores = list[Step](), list[Step]()
    for step in steps:
        if step.event.object != array:
            continue
        if step.event.op == "store":
            stored.add(step.where)
            if not unset:
                stores.append(step)
        elif step.where not in stored:  # an atomic operation reads before it stores
            unset.append(step)
    # What is stored too late is another mistake, but a later launch cannot have been meant.
    never = [step for step in unset if step.where not in stored or array not in speech.shared]
    if not never:
        return None
    told: Facts = {"unset": speech.listed(unset)}
    if all(step.where in stored for step in never):
        return Measured(Explanation(name="way-unset", facts=told | {"late": 1}))
    keeps = False
    if stores:
        first = never[0]
        near = min(
            stores,
            key=lambda step: (
                speech.row(step) != speech.row(first),
                abs(step.event.index - first.event.index),
                facts.guard(step.event.line) is None,
            ),
        )
        same = [step for step in stores if step.event.line == near.event.line]
        row = [step for step in same if speech.row(step) == speech.row(near)]
        left = len({step.where for step in same} - {step.where for step in row})
        told |= {"line": near.event.line, "places": with_more([speech.listed(row)], left)}
        guard = facts.guard(near.event.line)
        threads = {step.thread for step in stores if step.event.line == near.event.line}
        asked = _read_where(facts, first.event.line, array)
        if asked and (guard is None or asked != guard[1]):  # what both ask tells nothing of which has more
            told |= {"read_on": first.event.line, "read_where": asked}
        if first.event.object in speech.shared and near.block is not None and len(threads) == speech.threads(near):
            told["every"] = len(threads)  # no condition keeps one out
            keeps = True
        elif guard is not None:
            told |= {"guard_on": guard[0], "guard": guard[1]}
            keeps = bool(_words(guard[1]) & sizes)  # a hint about who has no element is about such a condition
    return Measured(Explanation(name="way-unset", facts=told), keeps_hint=keeps)


def _read_where(facts: SourceFacts, line: int, array: str) -> str:
    """The condition under which a line reads an array; empty where there is none."""
    guard = _guard(facts, line, array)
    return guard[1] if guard else ""


def _guard(facts: SourceFacts, line: int, array: str) -> tuple[int, str] | None:
    """The line and the text of what an access to an array asks for: in a choice on the line itself, or of an `if`."""
    text = facts.line(line)
    choice = re.search(rf"\?[^:;?]*\b{re.escape(array)}\s*\[", text)
    if choice is None:
        return facts.guard(line)
    depth, first = 0, choice.start()
    for place in range(choice.start() - 1, -1, -1):
        depth += (text[place] in ")]") - (text[place] in "([")
        sets = re.match(r"[^<>=!]=[^=]", text[max(0, place - 1) : place + 2])
        if depth < 0 or (not depth and (text[place] in ",;{}?:" or sets)):
            break
        first = place
    asked = re.sub(r"^\s*return\b", "", text[first : choice.start()]).strip()
    return line, asked[1:-1] if re.fullmatch(r"\([^()]*\)", asked) else asked


def _counted(bench: Bench, facts: SourceFacts, finding: Finding) -> Measured | None:
    """An index that is compared with one size alone, and that is not how many elements the array has."""
    specs, own = bench.config.specs, next((each for each in reversed(sized(bench)) if each.line <= finding.line), None)
    array = finding.array or ""
    length = str(specs[array].dims[0]) if array in specs and len(specs[array].dims) == 1 else ""
    if own is None or not length.isidentifier():
        return None
    index = re.fullmatch(
        r"\w+\s*\[\s*([A-Za-z_]\w*)\s*\]", _access(facts.line(finding.line), own.called.get(array, array))
    )
    if index is None:
        return None
    compared = {
        match[1]: line
        for line in range(own.line, finding.line + 1)
        for match in re.finditer(rf"(?<![\w.]){index[1]}\s*[<>]=?\s*(\w+)", facts.line(line))
    }
    sizes = {str(size) for spec in specs.values() for size in spec.dims} - {length}
    limit, line = next(iter(compared.items()), ("", 0))
    if len(compared) != 1 or limit not in {own.called[size] for size in sizes & own.called.keys()}:
        return None
    told: Facts = {"guard_on": line, "line": finding.line, "index": index[1], "limit": limit, "array": array}
    return Measured(Explanation(name="way-counts", facts=told | {"size": own.called.get(length, length)}))


def _asked(facts: SourceFacts, finding: Finding) -> Measured | None:
    """The condition that lets a thread through, and the index that it does not fit."""
    array = finding.array or ""
    guard = _guard(facts, finding.line, array)
    access = _access(facts.line(finding.line), array)
    if guard is None or not access:
        return None
    names = re.findall(r"\b[A-Za-z_]\w*\b(?!\s*\()", access.removeprefix(array))
    told: Facts = {"guard_on": guard[0], "guard": guard[1], "line": finding.line, "access": access}
    told["itself"] = int(guard[0] == finding.line)
    asked = _words(guard[1])
    # A condition with a name asks for what is on the line that sets it.
    asked |= {each for name in asked for line in facts.sets(name, guard[0]) for each in facts.names_on(line)}
    if names and not {name for name in names if not name.isupper()} & asked:
        told["unasked"] = names[0]
        told["in_shared"] = int(finding.space == "shared")
        # A mask of all lanes means that each of them must come there.
        exchange = re.search(r"\b(__(?:shfl\w*|reduce_\w+)_sync)\s*\(", "\n".join(facts.code))
        whole = re.search(r"0x[fF]{8}\b|0x[fF]{8}[uU]", "\n".join(facts.code))
        told["lanes"] = exchange[1] if exchange and whole and finding.space == "shared" else ""
    told = {name: value for name, value in told.items() if value}
    return Measured(Explanation(name="way-asked", facts=told), keeps_hint="unasked" not in told)


def _moved(bench: Bench, facts: SourceFacts, finding: Finding, seen: Occurrence) -> Measured | None:
    """A condition about a size lets the thread through, and a pointer of the kernel's own points outside."""
    guard, words = facts.guard(finding.line), _words(facts.line(finding.line))
    if guard is None or finding.space != "global" or seen.thread is None or not seen.index or seen.at_once > 1:
        return None
    asks = re.search(r"[<>]|[=!]=", guard[1]) and _words(guard[1]) & _parameters(bench, pointers=False)
    named = words & ({finding.array} | _parameters(bench, pointers=True))
    if not asks or not finding.array or named or finding.line not in facts.body:
        return None
    place = finding.array + "".join(f"[{each}]" for each in seen.index)
    told: Facts = {
        "guard_on": guard[0], "guard": guard[1], "thread": dim3(seen.thread), "line": finding.line, "place": place,
    }  # fmt: skip
    return Measured(Explanation(name="way-moved", facts=told))


def _access(line: str, array: str) -> str:
    """The only access to an array on a line, with its subscripts; empty where there are several."""
    starts = [match.start() for match in re.finditer(rf"\b{re.escape(array)}\s*\[", line)]
    if len(starts) != 1:
        return ""
    depth, end = 0, starts[0]
    for place in range(starts[0], len(line)):
        depth += (line[place] == "[") - (line[place] == "]")
        if line[place] == "]" and not depth:
            end = place + 1
            if not line[end:].lstrip().startswith("["):
                break
    return line[starts[0] : end]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))

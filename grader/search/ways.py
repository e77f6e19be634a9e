"""Say what became of an input on its way to a wrong element, in the names of the source and of this run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from grader.compiling.source_facts import SourceFacts
from grader.devices.base import BufferArgument
from grader.elements import WHOLE_WORDS
from grader.grading.bench import Bench
from grader.labs.findings import parts_of_index
from grader.report.format import dim3
from grader.results import Explanation, Finding
from grader.search.influence import Influence
from grader.search.speech import Speech, few
from grader.search.table import Told
from grader.search.trail import Recordings, Step, Trail, carriers, recorded
from grader.words.tables import explanation_kinds

Facts = dict[str, int | str]
LEAST_PLACES = 3
_AUTO_OF_WHOLE = re.compile(r"\bauto\b[^=]*=\s*[-+]?\d+[uUlL]*\s*[;,]")
_VALUE, _RETURNS, _LAMBDA = re.compile(r"=|\breturn\b"), re.compile(r"return\b"), re.compile(r"=\s*\[[^\]]*\]\s*\(")
_GIVEN = re.compile(r"(?<=[\w>])\s*\([^()]*\)")
_OF_LOADS = ("row-length", "other-matrix")
"""Patterns that are about the load from the matrix itself, not about a place in a tile."""
_OF_WHOLE_INDEX = (*_OF_LOADS, "read-transposed", "operands-swapped", "elementwise")
"""Patterns for which no variable alone says which element is read."""
_OF_FRAGMENTS = re.compile(r"load_matrix_sync|ldmatrix|\bmma\.")


@dataclass(frozen=True, slots=True)
class Explained:
    """What is said of a wrong result, the line to look at (0 where none is known), and what else the case showed."""

    explanations: tuple[Explanation, ...]
    line: int
    found: frozenset[tuple[str, int]] = frozenset()

    def told(self, shows: bool) -> tuple[Explanation, ...]:
        """The explanations, which say that the small case shows a finding only where that is known."""
        first, *others = self.explanations
        return (first.model_copy(update={"facts": {**first.facts, "shows": int(shows)}}), *others)

    @property
    def lines(self) -> tuple[int, ...]:
        """The line to look at, and those that the way of the input leads through; none where that does not show."""
        known = explanation_kinds().get(self.explanations[0].name)
        if len(self.explanations) == 1 and not (known and known.line):
            return ()
        named = (self.explanations[-1].facts.get(name) for name in ("line", "put_on", "after"))
        return tuple(dict.fromkeys(line for line in (self.line, *named) if isinstance(line, int) and line))

    @property
    def is_of_a_loop(self) -> bool:
        """Whether the pattern is one of a loop that goes round too seldom or too often."""
        known = explanation_kinds().get(self.explanations[0].name)
        return known is not None and known.line in ("division", "phases", "inner")

    def belongs_to(self, finding: Finding, *, alone: bool = False) -> bool:
        """Whether it tells of the access that a finding is about, which the case shows too, or is `alone` a mistake."""
        way = self.explanations[-1]
        lines = {value for name, value in way.facts.items() if name in ("line", "put_on", "chosen_on")}
        shown = (finding.kind.value, finding.line) in self.found
        return (shown or alone) and way.name == "way-read" and finding.line in lines


class Teller:
    """Says what became of the inputs that a pattern names."""

    def __init__(self, bench: Bench, facts: SourceFacts, influence: Influence, output: int, told: Told) -> None:
        self._bench, self._facts, self._influence, self._told = bench, facts, influence, told
        self._speech = Speech(bench, facts, influence.problem, influence.asked)
        self._output = influence.problem.memory_of(influence.problem.output), output
        passed = bench.lab.passed(bench.config, bench.kernel, 0)
        names = zip(passed, bench.kernel.parameters, strict=False)
        self._spelled = {buffer: name for buffer, (_, name) in names if isinstance(buffer, str)}
        shared = {each.name for kernel in bench.kernel.kernels for each in kernel.declarations}
        self._recordings = Recordings(recorded(bench, influence.asked), influence.asked, self._output, shared)

    def explained(self) -> Explained:
        """The pattern, and the way of the inputs that it names."""
        line, way = self._way()
        storing = self._recordings.storing
        said = (self._told.explanation, *((way,) if way else ()))
        line = self._pointed_to() or line or (storing.event.line if storing else 0)
        return Explained(said, line, self._influence.found)

    def _pointed_to(self) -> int:
        """The line that the pattern itself points to; 0 where that is for the way to tell, or the text has none."""
        known = explanation_kinds().get(self._told.explanation.name)
        adds = self._recordings.adding
        storing = self._recordings.storing
        if known is None or not known.line or adds is None or storing is None:
            return 0
        if known.line == "store":
            return storing.event.line
        loops = self._facts.loops_around(adds.event.line)
        if known.line == "sum" or not loops:
            return adds.event.line
        division = self._facts.phase_division if known.line == "division" else 0
        return division or loops[-1 if known.line == "inner" else 0]

    def _way(self) -> tuple[int, Explanation | None]:
        """The line to look at, and what is said of it."""
        name, lost, strayed = self._told.explanation.name, self._told.lost, self._told.strayed
        if name == "always-zero" and (told := self._divided()):
            return told
        if name == "only-whole" and (told := self._whole()):
            return told
        if name == "never-stored" and (told := self._stored()):
            return told
        if lost is None and (told := self._unused()):
            return told
        if self._told.taken is not None and (told := self._kept(self._told.taken)):
            return told
        if any(_OF_FRAGMENTS.search(line) for line in self._facts.code):
            return 0, None  # a recording has no steps of what a warp loads as a whole
        carried = {each: self._carriers(each) for each in (lost, strayed) if each is not None}
        if self._told.beside is not None and strayed is not None:
            carried[strayed] = self._beside(carried[strayed], self._told.beside)
        trail = None
        times = int(self._told.explanation.facts.get("times", 0))
        if times and strayed is not None:
            trail = self._recordings.often(self._source(strayed), carried[strayed], times)
        elif strayed is not None:
            trail = self._recordings.strayed(carried[strayed], carried[lost] if lost is not None else ())
        if trail is None and lost is not None:
            trail = self._recordings.lost(self._source(lost), carried[lost])
        if trail is None:
            return 0, None
        element = strayed if trail.kind in ("read", "often") else lost
        assert element is not None
        ways: dict[str, Callable[[Trail, str], tuple[int, Explanation] | None]] = {
            "unloaded": self._unloaded,
            "unread": self._unread,
            "early": self._early,
            "overwritten": self._overwritten,
            "dropped": self._dropped,
            "late": self._late,
            "elsewhere": self._elsewhere,
            "silent": self._silent,
            "read": self._read,
            "often": self._often,
        }
        told = ways[trail.kind](trail, self._influence.input_name(self._influence.elements[element]))
        return told or (0, None)

    def _source(self, number: int) -> tuple[str, int]:
        element = self._influence.elements[number]
        return element.buffer, element.place

    def _stored(self) -> tuple[int, Explanation] | None:
        """Which elements of the output are stored, where this one is not."""
        steps = [step for step in self._recordings.before if step.stores and step.event.object == self._output[0]]
        line, places = self._speech.several(steps)
        if not places:
            line = self._facts.store_line(self._spelled.get(self._output[0], self._output[0]))
            left = self._facts.left_before(line)
            return (left or line, _named("way-unstored", line=line, left=left)) if line else None
        chosen = self._chosen(next(step for step in steps if step.event.line == line))
        guard = self._facts.guard(line)
        one_thread = guard is not None and re.search(r"==\s*0\b", guard[1]) is not None and self._keeps_out(line)
        if guard is not None and (one_thread or chosen is None or re.search(rf"\b{re.escape(chosen[0])}\b", guard[1])):
            return line, _named("way-unstored", line=line, places=places, guard_on=guard[0], guard=guard[1])
        told: Facts = {"chosen": chosen[0], "chosen_on": chosen[1]} if chosen else {}
        return chosen[1] if chosen else line, _named("way-unstored", line=line, places=places, **told)

    def _kept(self, number: int) -> tuple[int, Explanation] | None:
        """The places in shared memory that an input is put into, where these are many."""
        put = [step for step in self._carriers(number) if step.stores and self._recordings.is_in_shared(step)]
        places = {step.where for step in put}
        if len(places) < LEAST_PLACES:
            return None
        line, listed = self._speech.several(put)
        element = self._influence.input_name(self._influence.elements[number])
        alone = sum(each.buffer == self._influence.elements[number].buffer for each in self._influence.elements) == 1
        return line, _named("way-kept", line=line, element=element, places=listed, alone=int(alone))

    def _keeps_out(self, line: int) -> bool:
        """True if threads that do something never come to a line."""
        steps = self._recordings.before
        return bool({step.thread for step in steps} - {step.thread for step in steps if step.event.line == line})

    def _beside(self, steps: list[Step], other: int) -> list[Step]:
        """The steps without those that load an element on another line than that which loads the other input too."""
        lines = {step.event.line for step in self._carriers(other) if not step.stores}
        loads: dict[object, set[int]] = {}
        for step in steps:
            if not step.stores:
                loads.setdefault((step.thread, step.where), set()).add(step.event.line)
        meant = {key: where & lines or where for key, where in loads.items()}
        return [step for step in steps if step.stores or step.event.line in meant[step.thread, step.where]]

    def _carriers(self, number: int) -> list[Step]:
        after = recorded(self._bench, self._influence.changed[number])
        return carriers(self._recordings.before, after, self._source(number))

    # -- the ways ------------------------------------------------------------------------------------------------------

    def _unloaded(self, trail: Trail, element: str) -> tuple[int, Explanation]:
        block = trail.step.block if trail.step else None
        line, places = self._speech.several([step for step in trail.others if block is None or step.block == block])
        of_block = f" of block {dim3(block)}" if block else ""
        return line, _named("way-unloaded", element=element, line=line, places=places, of_block=of_block)

    def _unread(self, trail: Trail, element: str) -> tuple[int, Explanation]:
        assert trail.step is not None
        line, read = self._speech.several(trail.others)
        held = self._speech.listed(trail.places)
        facts: Facts = {"element": element, "put_on": trail.step.event.line, "held": held}
        if read:
            storing = self._recordings.storing
            thread = self._speech.thread(storing) if storing and trail.others[0].thread == storing.thread else ""
            lines = {step.event.line for step in trail.others}
            apart = int(bool(thread) and len(lines) > 1)
            around = [self._facts.loops_around(each) for each in (lines if apart else {line})]
            loop = next((each for each in around[0][::-1] if all(each in others for others in around)), 0)
            facts |= {"places": self._speech.listed(trail.others) if apart else read, "apart": apart}
            return line, _named("way-unread", **facts, line=line, thread=thread, loop=loop)
        idle = self._never_reached(trail.step.event.object, trail.step.event.line)
        loop = next(iter(self._facts.loops_around(idle)[::-1]), 0) if idle else 0
        return loop or idle or trail.step.event.line, _named("way-unread", **facts, idle=idle, loop=loop)

    def _early(self, trail: Trail, element: str) -> tuple[int, Explanation]:
        assert trail.step is not None and trail.other is not None
        facts: Facts = {
            "element": element,
            "put_on": trail.step.event.line,
            "place": self._speech.place(trail.step.where),
        }
        line, thread, other = trail.other.event.line, self._speech.thread(trail.step), self._speech.thread(trail.other)
        return line, _named("way-early", **facts, thread=thread, other=other, line=line, same=int(thread == other))

    def _overwritten(self, trail: Trail, element: str) -> tuple[int, Explanation]:
        assert trail.step is not None and trail.other is not None
        facts: Facts = {
            "element": element,
            "place": self._speech.place(trail.step.where),
            "put_on": trail.step.event.line,
        }
        line = trail.other.event.line
        one, other = self._speech.thread(trail.step), self._speech.thread(trail.other)
        return line, _named("way-overwritten", **facts, thread=one, line=line, other=other, same=int(one == other))

    def _dropped(self, trail: Trail, element: str) -> tuple[int, Explanation] | None:
        assert trail.step is not None
        storing = self._recordings.storing
        if storing is not None and trail.step.launch < storing.launch and self._is_all_right(trail.step.launch):
            return None  # a maximum, for one, need not change with each of its elements
        line, facts = trail.step.event.line, self._loaded(trail.step, element)
        if (passing := self._passing(line)) and trail.other is None:
            return passing[0], _named("way-passed", **facts, passing=passing[0], call=passing[1])
        after = trail.other.event.line if trail.other else 0
        zero = trail.other is not None and not trail.other.event.bits
        stored = self._speech.place(trail.other.where) if trail.other else ""
        told = _named("way-dropped", **facts, after=after, stored=stored, zero=int(zero))
        return line if line in self._facts.body or not after else after, told

    def _late(self, trail: Trail, element: str) -> tuple[int, Explanation]:
        assert trail.step is not None and trail.other is not None
        facts = {**self._loaded(trail.step, element), "line": trail.other.event.line}
        return trail.other.event.line, _named("way-late", **facts, after=trail.step.event.line)

    def _elsewhere(self, trail: Trail, element: str) -> tuple[int, Explanation] | None:
        """Only where it does not belong there, too."""
        assert trail.step is not None and self._told.lost is not None
        step, influence = trail.step, self._influence
        if influence.right[self._told.lost, step.event.index]:
            return None
        return step.event.line, _named(
            "way-elsewhere", element=element, place=self._speech.place(step.where), line=step.event.line
        )

    def _silent(self, trail: Trail, element: str) -> tuple[int, Explanation]:
        assert trail.step is not None
        kernel = self._bench.kernel.kernels[self._influence.asked.steps[trail.step.launch].kernel]
        line, places = self._speech.several(trail.others)
        facts: Facts = {"kernel": kernel.display_name, "element": element, "places": places, "line": line}
        return kernel.kernel_line, _named("way-silent", **facts)

    def _read(self, trail: Trail, element: str) -> tuple[int, Explanation] | None:
        assert trail.step is not None
        if self._is_for_another(trail.step):
            return None
        line, facts = trail.step.event.line, self._loaded(trail.step, element)
        again = [step for step in self._recordings.loads(trail.step.event.object) if step.where == trail.step.where]
        if trail.other is None and {step.event.line for step in again if step.thread == trail.step.thread} != {line}:
            return None  # which of its loads it was does not show
        if trail.other is not None:
            facts["put_on"] = trail.other.event.line
        places = [self._speech.place(each.where) for each in (trail.step, trail.meant) if each is not None]
        name = self._told.explanation.name
        if trail.meant is not None and self._told.lost is not None and places[0] != places[1]:
            # Of several that are exchanged only the one at the mirrored place belongs here.
            one, other = (self._influence.subscripts(each or 0) for each in (self._told.strayed, self._told.lost))
            if name != "read-transposed" or one == other[::-1]:
                facts["meant_element"] = self._influence.input_name(self._influence.elements[self._told.lost])
                facts["meant_place"] = places[1]
        here = any(self._recordings.is_shared(each, trail.step) for each in trail.others)
        brought = None if (here and name not in _OF_LOADS) or self._is_right(trail.other) else trail.loads
        loads = trail.step if trail.other is None else brought
        chosen = self._chosen(loads) if loads and not trail.others and name not in _OF_WHOLE_INDEX else None
        if chosen:
            return chosen[1], _named("way-read", **facts, chosen=chosen[0], chosen_on=chosen[1])
        return loads.event.line if loads else line, _named("way-read", **facts)

    def _is_for_another(self, read: Step) -> bool:
        """Whether the strayed input belongs to another output of the thread that reads it, which may need it there."""
        buffer, output = self._output
        stored = (step for step in self._recordings.before if step.stores and step.thread == read.thread)
        others = {step.event.index for step in stored if step.event.object == buffer} - {output}
        return any(self._influence.right[self._told.strayed, other] for other in others)

    def _often(self, trail: Trail, element: str) -> tuple[int, Explanation]:
        first, count = trail.others[0], len(trail.others)
        line = first.event.line
        threads = list(dict.fromkeys(map(self._speech.thread, trail.others)))
        if count == 1:
            passing = self._passing(line)
            call: Facts = {"passing": passing[0], "call": passing[1]} if passing else {}
            return passing[0] if passing else line, _named("way-once", **self._loaded(first, element), **call)
        if first.where == self._output and len(threads) > 1:
            return line, _named("way-added", element=element, line=line, count=len(threads), threads=few(threads))
        if len(threads) > 1:
            facts: Facts = {"element": element, "line": line, "count": count}
            one_block = len({(step.launch, step.block) for step in trail.others}) == 1
            block = dim3(first.block) if one_block and self._speech.has_blocks(first) else ""
            if block:  # other blocks may load it as well
                threads = [dim3(self._speech.place_in_block(step)) for step in trail.others]
            return line, _named("way-loaded", **facts, block=block, threads=few(list(dict.fromkeys(threads))))
        places = self._speech.listed(trail.others)
        several = len({step.where for step in trail.others}) > 1
        after = next((step.event.line for step in trail.others if step.event.line != line), 0)
        return after or line, _named(
            "way-again", element=element, line=line, count=count, thread=threads[0], places=places,
            several=int(several), after=after, itself=int(places == element),
        )  # fmt: skip

    def _divided(self) -> tuple[int, Explanation] | None:
        """A division of whole numbers that gives 0, where everything is 0."""
        for number, text in enumerate(self._facts.code, 1):
            for match in re.finditer(r"(?<![\w.])(\d+) */ *(\d+)(?![\w.])", text):
                if int(match[1]) < int(match[2]):
                    return number, _named("way-divided", line=number, division=match[0])
        return None

    def _is_right(self, put: Step | None) -> bool:
        """Whether a step stores to an output that is judged before the wrong one: no element of it is wrong."""
        return put is not None and put.event.object in self._right_outputs

    @property
    def _right_outputs(self) -> set[str]:
        problem = self._influence.problem
        return {*map(problem.memory_of, problem.outputs[: problem.outputs.index(problem.output)])}

    def _is_all_right(self, launch: int) -> bool:
        """Whether all that a launch leaves in memory is right."""
        stored = {step.event.object for step in self._recordings.before if step.launch == launch and step.stores}
        left = stored & self._influence.asked.arrays.keys()
        return bool(left) and left <= self._right_outputs

    def _unused(self) -> tuple[int, Explanation] | None:
        """A number, or an earlier launch's output, that the kernel which stores the result is given and never names."""
        storing = self._recordings.storing
        if storing is None:
            return None
        problem = self._influence.problem
        step, outputs = self._influence.asked.steps[storing.launch], {*map(problem.memory_of, problem.outputs)}
        kernel = self._bench.kernel.kernels[step.kernel]
        facts = replace(self._facts, kernel_at=kernel.kernel_line)
        used = [facts.names_on(line) for line in range(kernel.kernel_line, facts.body.stop)]
        macros = [line for line in facts.code if line.lstrip().startswith("#")]
        for argument, (_, name) in zip(step.arguments, kernel.parameters, strict=False):
            once = name and sum(names.count(name) for names in used) == 1 and not any(name in line for line in macros)
            left = isinstance(argument, BufferArgument) and argument.name in outputs
            if once and (left or isinstance(argument, float)):
                line = storing.event.line
                return line, _named("way-unused", kernel=kernel.display_name, chosen=name, line=line)
        return None

    def _whole(self) -> tuple[int, Explanation] | None:
        """The variable that keeps whole numbers only, of those that what is stored is made of."""
        storing = self._recordings.storing
        lines, seen = [storing.event.line] if storing else [], set[str]()
        for line in lines:  # grows during the loop: each name is followed once
            # What a function is given need not be what it returns.
            value = _GIVEN.sub("", re.sub(r"\[[^\]]*\]", "", _VALUE.split(self._facts.line(line), maxsplit=1)[-1]))
            for name in (each for each in re.findall(r"[A-Za-z_]\w*", value) if each not in seen):
                seen.add(name)
                sets = self._facts.sets(name, line)
                if sets and _LAMBDA.search(self._facts.line(sets[0])):  # its value is what it returns
                    behind = range(sets[0], len(self._facts.code) + 1)
                    lines += [next((each for each in behind if _RETURNS.match(self._facts.line(each))), sets[0])]
                    continue
                whole = sets and not WHOLE_WORDS.isdisjoint(self._facts.names_on(sets[0]))
                if whole or (sets and _AUTO_OF_WHOLE.search(self._facts.line(sets[0]))):
                    return sets[0], _named("way-whole", chosen=name, line=sets[0])
                lines += sets
        return None

    # -- names ---------------------------------------------------------------------------------------------------------

    def _loaded(self, step: Step, element: str) -> Facts:
        """Where and by whom an element is loaded."""
        place = self._speech.place(step.where)
        facts: Facts = {"element": element, "line": step.event.line, "thread": self._speech.thread(step)}
        return facts if place == element else {**facts, "place": place}

    # -- the source ----------------------------------------------------------------------------------------------------

    def _passing(self, line: int) -> tuple[int, str] | None:
        """The first line behind this one on which lanes pass values to one another, and by which function."""
        for number in range(line, len(self._facts.code) + 1):
            if match := re.search(r"__shfl_(?:up|down)_sync", self._facts.line(number)):
                return number, match[0]
        return None

    def _never_reached(self, array: str, stored_on: int) -> int:
        """The line that reads an array in the text, behind that which stores there, where none does so when it runs."""
        read = re.compile(rf"\b{re.escape(array)}\b\s*(?:\[[^\]]*\]\s*)+(?!\s*(?:\[|=[^=]))")
        lines = ((number, self._facts.line(number)) for number in self._facts.body)
        reading = (number for number, text in lines if read.search(text) and "__shared__" not in text)
        return next((number for number in reading if number != stored_on), 0)

    def _chosen(self, step: Step) -> tuple[str, int] | None:
        """The variable that alone says which element is loaded, and the only line that sets it."""
        line, array = step.event.line, self._spelled.get(step.event.object, step.event.object)
        if len(re.findall(rf"\b{re.escape(array)}\s*\[", self._facts.line(line))) != 1:
            return None  # which of them it is does not show
        for subscript in self._parts(self._facts.subscripts_on(line, array)):
            lines = self._facts.sets(subscript[0], line) if len(subscript) == 1 else ()
            if len(lines) == 1 and not self._facts.is_axis(lines[0], subscript[0]):
                return subscript[0], lines[0]
        return None

    def _parts(self, subscripts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        """The subscripts; of `row * K + col` the part in which the element that is lost and the strayed one differ."""
        lost, strayed = (
            each is not None and self._influence.subscripts(each) for each in (self._told.lost, self._told.strayed)
        )
        if len(subscripts) != 1 or not lost or not strayed or len(lost) != 2:
            return subscripts
        row, column = parts_of_index(subscripts[0])
        return tuple(part for part, one, two in zip((row, column), lost, strayed, strict=False) if part and one != two)


def _named(name: str, **facts: int | str) -> Explanation:
    return Explanation(name=name, facts={key: value for key, value in facts.items() if value})

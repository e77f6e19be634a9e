"""Tell one edit as a mistake: its line, its kind, what stands there, and the facts that its words name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.compiling.lexer import lex, normalize
from grader.compiling.source_facts import SourceFacts
from grader.compiling.source_values import Constants
from grader.edits.change import Change, Edit
from grader.edits.directions import asked_beside, declared_without, directed
from grader.grading.bench import Bench
from grader.results import EditedLine
from grader.search.telling import line_before

MOST_ARRAYS = 2
"""Arrays whose sides are told of one edit."""
LONGEST = 40
"""A longer name, or a longer side of a comparison, is not repeated: it is a student's."""
_COMPARISON = re.compile(r"\(?\s*([^<>=!&|?]+?)\s*(?:<=?|>=?)\s*([^<>=!&|?]+?)\s*\)?")
_EXTENTS = re.compile(rf"(\w{{1,{LONGEST}}})(?:\s*\[[^\]]*\])+\s*$")
_ADDED = re.compile(rf"\s*(\w{{1,{LONGEST}}})\s*[-+*/]=\s*(\w{{1,{LONGEST}}})\s*;?\s*")
_NAMES_ITS_TARGET = {
    "step added": re.compile(rf"\s*(\w{{1,{LONGEST}}})\s"),
    "lost in an exchange": re.compile(rf"auto kept = (.{{1,{LONGEST}}});"),
    "value set": re.compile(rf"\s*([^=;]{{1,{LONGEST}}}) = 0;"),
    "value set again": re.compile(rf"\s*(\w{{1,{LONGEST}}}) = "),
}
"""Of some kinds of edits what names in the new text the variable that is told."""
_DROPPED = ("term dropped", "factor dropped", "row without room", "bits dropped", "condition dropped", "shared dropped")
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")

Sides = Mapping[str, tuple[str, ...]]
"""The arrays of one kernel by the lab's names, each with its sides as the student calls the sizes."""


@dataclass(frozen=True, slots=True)
class Sized:
    """One kernel of a file: the line of its head, and its arrays with two sides or more, as the student calls them."""

    line: int
    sides: Sides
    called: Mapping[str, str]


def sized(bench: Bench) -> tuple[Sized, ...]:
    """Return the kernels of a compiled file, in the order of their lines."""
    config, found = bench.config, dict[int, Sized]()
    for launch, planned in enumerate(config.planned):
        kernel = bench.kernel.kernels[config.kernels.index(planned.kernel)]
        passed = bench.lab.passed(config, kernel, launch)
        called = {
            role: name
            for role, (_, name) in zip(passed, kernel.parameters, strict=False)
            if isinstance(role, str) and len(name) <= LONGEST
        }
        sides = {
            buffer: tuple(called[str(size)] for size in spec.dims)
            for buffer, spec in config.specs.items()
            if buffer in called and len(spec.dims) > 1 and spec.order == "row" and called.keys() >= set(spec.dims)
        }
        found.setdefault(kernel.kernel_line, Sized(kernel.kernel_line, sides, called))
    return tuple(found[line] for line in sorted(found))


def edited_line(
    edit: Edit, text: str, original: str, *, macro: str, kernels: Sequence[Sized] = (), seen: Iterable[str] = ()
) -> EditedLine:
    """Return what an edit of a text mends in the original, which the text may have changed already.

    `macro` is what a block is as wide as. `seen` are the arrays in which something was found, the surest first.
    """
    data = text.encode()
    before, context = in_context(data, edit.changes[0])
    line = line_before(original, text, edit.line)
    kind = directed(edit, data, macro)
    own = next((each for each in reversed(kernels) if each.line <= edit.line), Sized(0, {}, {}))
    found = EditedLine(line=line, kind=kind, before=before, context=context, sides=_about(edit, data, own, seen))
    named = re.match(rb"\w{1,40}", data[edit.changes[0].start :]) if kind == "passed by value" else None
    if named:
        passed = named[0].decode()
        ahead = data[: edit.changes[0].start].decode("utf-8", "replace")
        context = f"{declared[1]} {passed}" if (declared := re.search(r"(\w+)\s*$", ahead)) else ""
        return found.model_copy(update={"left": passed, "before": passed, "context": context})
    jump = re.search(r"\b(break|continue|return)\s*;", before) if kind == "statement dropped" else None
    if jump:
        return found.model_copy(update={"left": jump[1]})
    if kind == "term left out":
        return found.model_copy(update={"left": edit.changes[0].text.strip("()")})
    if kind == "guard of one thread" and len(before) <= LONGEST:
        passed_down = "__shfl_down_sync" if "__shfl_down_sync" in text else ""
        return found.model_copy(update={"left": before.rstrip(";"), "right": passed_down})
    if kind == "barrier added" and (closed := _closed(text, edit)):
        word, head = closed
        return found.model_copy(update={"left": word, "right": str(line_before(original, text, head))})
    if kind == "counted otherwise" and (elsewhere := _elsewhere(text, edit)):
        part, at = elsewhere
        return found.model_copy(update={"left": part, "right": str(line_before(original, text, at))})
    if kind == "another variable":
        source = SourceFacts(original)
        sets = source.sets(before, line)
        uses = sum(source.names_on(each).count(before) for each in range(1, len(source.code) + 1))
        found = found.model_copy(update={"right": str(sets[0])}) if len(sets) == 1 and uses == 2 else found
    if kind == "end of the type":
        end = edit.changes[0].text
        number = 0 if end.endswith("f") else Constants(lex(normalize(text))).evaluate(before) or 0
        update = {"left": "smaller" if end.startswith(("-", "(-")) else "larger"}
        update |= {"right": f"−{(1 << 32) - number}"} if 1 << 31 <= number < 1 << 32 else {}
        return found.model_copy(update=update)
    if kind.removesuffix(" twice") == "condition added":
        more = asked_beside(before, edit.changes[0].text)
        side = re.split(r"[<>=!]=?", more)[0].strip()
        known = set(_NAME.findall(before))
        if 0 < len(side) <= LONGEST and known.isdisjoint(_NAME.findall(side)) and side.count("(") == side.count(")"):
            found = found.model_copy(update={"left": side})
    moving = _NAMES_ITS_TARGET.get(kind)
    stepped = next(filter(None, (moving.match(change.text) for change in edit.changes)), None) if moving else None
    if stepped:
        return found.model_copy(update={"left": stepped[1]})
    extents = _EXTENTS.search(data[: edit.changes[0].start].decode("utf-8", "replace")) if kind == "value set" else None
    if extents:
        return found.model_copy(update={"right": extents[1]})
    added = _ADDED.fullmatch(before) if kind == "added to" else None
    if added:
        return found.model_copy(update={"left": added[1], "right": added[2]})
    other = " ".join(_before(data, edit.changes[-1]).split())
    on_line = data.count(b"\n", edit.changes[0].start, edit.changes[-1].start) == 0
    if kind.endswith(" twice") and not on_line:
        last = data.count(b"\n", 0, edit.changes[-1].start) + 1
        found = found.model_copy(update={"twin": line_before(original, text, last)})
    elif kind == "zero fill" and len(edit.changes) > 1:
        found = found.model_copy(update={"twin": line_before(original, text, _if_of(data, edit.changes[-1]))})
    elif kind == "brought to the border" and len(edit.changes) > 2:  # the last one takes the element
        last = data.count(b"\n", 0, edit.changes[-2].start) + 1
        found = found.model_copy(update={"twin": line_before(original, text, last) if last != edit.line else 0})
    elif kind.endswith(" twice") and other != before and len(other) <= LONGEST:
        found = found.model_copy(update={"right": other})
    multiplied = _multiplied(before, edit.changes[0].text) if kind == "factor added" else ""
    if multiplied:
        return found.model_copy(update={"before": multiplied, "context": context or before})
    gone = _gone(before, edit.changes[0].text) if kind.removesuffix(" twice") in _DROPPED else ""
    if gone:
        update = {"right": declared_without(text, edit.line)} if kind == "row without room" else {}
        return found.model_copy(update={"left": gone, **update})
    compared = _COMPARISON.fullmatch(before) if kind.startswith("comparison too") else None
    if compared and max(map(len, compared.groups())) <= LONGEST:
        sides = (" ".join(side.split()) for side in compared.groups())
        left, right = (side if side.count("(") == side.count(")") else side.strip("()") for side in sides)
        found = found.model_copy(update={"left": left, "right": right})
    return found


def _closed(text: str, edit: Edit) -> tuple[str, int] | None:
    """Return the word and the line of the `if` or the loop behind whose brace an edit begins, with lines between.

    A barrier right behind the line above that brace would stand inside of it, where not all threads need come.
    """
    ahead = text.encode()[: edit.changes[0].start].decode("utf-8", "replace")
    code = "\n".join(SourceFacts(ahead).code).rstrip()
    code = _before_brackets(code) if code.endswith("}") else ""
    code = _before_brackets(code) if code.endswith(")") else code
    word = re.search(r"\b(if|else|for|while)$", code)
    line = code.count("\n") + 1
    return (word[1], line) if word and line < edit.line else None


def _elsewhere(text: str, edit: Edit) -> tuple[str, int] | None:
    """Return the terms that an edit takes from another line, and that line: the most that stand there together."""
    terms = edit.changes[0].text.split(" + ")
    for first in range(len(terms) - 1):
        part = " + ".join(terms[first:])
        whole = re.compile(rf"(?<!\w){re.escape(part)}(?!\w)")
        for line, code in enumerate(SourceFacts(text).code, 1):
            if line != edit.line and len(part) <= LONGEST and part.count("(") == part.count(")") and whole.search(code):
                return part, line
    return None


def _before_brackets(code: str) -> str:
    """Return what stands before the brackets with which a text ends."""
    depth = 0
    for place in range(len(code) - 1, -1, -1):
        depth += (code[place] in ")}]") - (code[place] in "({[")
        if not depth:
            return code[:place].rstrip()
    return ""


def _if_of(data: bytes, change: Change) -> int:
    """The line of the `if` that a change stands in front of, or behind."""
    before = re.match(rb"\s*if\b", data[change.start :])
    at = change.start + before.end() if before else data.rfind(b"if", 0, change.start)
    return data.count(b"\n", 0, at) + 1


def _multiplied(before: str, after: str) -> str:
    """Return the one part of a sum that a change multiplies; empty where it is the whole, or not known."""
    after = " ".join(after.split())
    for part in re.finditer(r"\w+(?:\.\w+|\[\w+\])*", before):
        ahead, behind = before[: part.start()], before[part.end() :]
        inner = after.removeprefix(ahead).removesuffix(behind)
        if f"{ahead}{inner}{behind}" == after and re.fullmatch(rf"{re.escape(part[0])} \* [\w.]+", inner):
            return part[0] if part[0] != before else ""
    return ""


def _gone(before: str, after: str) -> str:
    """Return the part of an expression that a change leaves out, with its sign; empty where it is no end of it."""
    after = " ".join(after.split())
    if not before.startswith(after) and not before.endswith(after):
        return ""
    part = before.removeprefix(after) if before.startswith(after) else before.removesuffix(after)
    part = part.strip(" ,")
    return part if len(part) <= LONGEST and part != "__shared__" else ""


def _about(edit: Edit, data: bytes, kernel: Sized, seen: Iterable[str]) -> Sides:
    """The arrays that an edit is about which puts a size in the place of something else."""
    if edit.kind in ("brought to the border", "guard moved"):  # they ask for all sizes
        return {}
    sides = kernel.sides
    sizes = {size for array in sides.values() for size in array}
    new = set[str]()
    for change in edit.changes:
        old, put = (_NAME.findall(part) for part in (_before(data, change), change.text))
        exchanged = sorted(old) == sorted(put) and old != put
        new |= sizes.intersection(put if exchanged else set(put) - set(old)) if old else set()
    text = data.decode("utf-8", "replace")
    line = text.split("\n")[edit.line - 1]
    if edit.kind == "guard replaced" and not new:  # the sizes stay: those of the array that is accessed behind it
        begin = min(change.start for change in edit.changes)
        statement = data[begin : data.find(b";", begin)].decode("utf-8", "replace")
        accessed = set(re.findall(r"(\w+)\s*\[", statement))
        guarded = [name for name in sides if kernel.called.get(name) in accessed]
        return {guarded[0]: sides[guarded[0]]} if len(guarded) == 1 else {}
    if edit.kind.startswith("names exchanged") and not new:  # of a comparison the other side may have moved
        new = sizes.intersection(_NAME.findall(line))
    having = [name for name in sides if not new.isdisjoint(sides[name])]
    whole = [name for name in having if new <= set(sides[name])]
    having = whole or having
    names = _NAME.findall(line)
    pointers = dict(re.findall(r"\*\s*(\w+)\s*=\s*&?\s*(\w+)", text))
    names += [pointers[name] for name in names if name in pointers]
    on_line = [name for name in having if kernel.called.get(name) in names]
    found = [name for name in seen if name in having]
    chosen = on_line if len(on_line) == 1 else found[:1] or having[:MOST_ARRAYS]
    return {name: sides[name] for name in chosen}


def _before(data: bytes, change: Change) -> str:
    return data[change.start : change.end].decode("utf-8", "replace")


def in_context(data: bytes, change: Change) -> tuple[str, str]:
    """What a change replaces, and the element or parentheses around it on its line; empty where that is all."""
    change = replace(change, end=change.start + len(data[change.start : change.end].rstrip()))
    before = " ".join(data[change.start : change.end].decode("utf-8", "replace").split())
    begin = data.rfind(b"\n", 0, change.start) + 1
    line = data[begin : data.find(b"\n", change.end)].decode("utf-8", "replace").split("//")[0]
    first = len(data[begin : change.start].decode("utf-8", "replace"))
    last = first + len(data[change.start : change.end].decode("utf-8", "replace"))
    if not before or last > len(line):
        return before, ""
    depth, left = 0, first
    while left > 0 and depth >= 0:
        left -= 1
        depth += (line[left] in ")]") - (line[left] in "([")
    named = re.match(r"\s+\w+", line[last:])
    if depth >= 0 and named and len(re.findall(rf"(?<!\w){re.escape(before)}(?!\w)", line)) > 1:
        around = before + named[0]  # one type of several on the line: with the name that has it
    elif depth >= 0:
        around = line.strip()
    else:
        depth, right = 0, last
        while right < len(line) and depth >= 0:
            depth += (line[right] in "([") - (line[right] in ")]")
            right += 1
        around = line[_named_from(line, left) : right].strip()
    return before, around if before and around != before and before in around else ""


def _named_from(line: str, left: int) -> int:
    """Return where the name of the array or the function begins whose bracket stands in a line: `a[i][j]`, `f(x)`."""
    first = left
    while first > 0 and (line[first - 1] == "]" or line[first - 1].isalnum() or line[first - 1] in "_."):
        first -= 1
        depth = 1 if line[first] == "]" else 0
        while depth and first > 0:
            first -= 1
            depth += (line[first] == "]") - (line[first] == "[")
    return left if line[first:left] in ("if", "for", "while", "switch", "return") else first

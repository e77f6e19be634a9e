"""Warn about locals that are used before any path gives them a value, where NVRTC does not.

NVRTC warns about `int x; y = x;`, but not if the first use is in a loop. It then optimises as if any start value will
do, and results are often right. This check reads the PTX, so macros, helpers and aliases hide nothing: it reports a
register that arithmetic or a store reads although no path from the kernel's entry to its first use sets it. It misses
variables that some paths set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.compiling.items import declared_without_value
from grader.compiling.kernels import KernelDeclaration
from grader.compiling.lexer import Lexed, Token
from grader.compiling.resources import entry_body
from grader.results import Diagnostic

_STATEMENT = re.compile(r"^\s*(?:@!?(?P<guard>%\w+)\s+)?(?P<op>[a-z][\w.:]*)\s*(?P<operands>[^;]*);", re.MULTILINE)
_LABEL = re.compile(r"^\s*(\$?[\w$]+):", re.MULTILINE)
_LOC = re.compile(r"^\s*\.loc\s+(\d+)\s+(\d+)[^\n]*", re.MULTILINE)
_REGISTER = re.compile(r"%[a-z]+\d+")
_ASSEMBLY = re.compile(r"// begin inline asm(?P<text>[^\0]*?)// end inline asm")
_ANY = re.compile(f"{_ASSEMBLY.pattern}|{_STATEMENT.pattern}|{_LABEL.pattern}|{_LOC.pattern}", re.MULTILINE)
# Operations in which garbage matters. Moves and conversions only copy it; the optimiser creates those itself.
_USES = frozenset({"add", "sub", "mul", "mad", "fma", "div", "setp", "st"})
_PASSES_ON = (".local", ".param", "8")  # stores that copy a struct, including the bytes between its members
_NO_TARGET = frozenset({"st", "red", "bra", "ret", "exit", "trap", "call", "bar", "barrier", "membar", "fence", "brx"})
_SETS = re.compile(rf"\s*(?:@!?%\w+\s+)?(?!(?:{'|'.join(sorted(_NO_TARGET))})\b)[a-z][\w.:]*\s+(?:\{{[^{{}}]*)?")
"""The text on a line before the registers that its instruction sets."""
_ENDS = frozenset({"ret", "exit", "trap"})
_SUSPECTS = 32  # registers that are examined: no hand-written kernel has so many


@dataclass(frozen=True, slots=True)
class _Step:
    """One instruction: the registers it sets and reads, its successors, its line in file 1."""

    op: str
    sets: tuple[str, ...]
    reads: tuple[str, ...]
    following: tuple[int, ...]
    line: int


def unset_locals(ptx: str, entry: str, lexed: Lexed, kernel: KernelDeclaration, filename: str) -> list[Diagnostic]:
    """Return a warning for each line of a kernel that uses a local before it has a value."""
    body = entry_body(ptx, entry)
    if not _may_be_read_early(body):
        return []
    steps = _steps(body)
    lines = dict.fromkeys(step.line for step in _unset_reads(steps) if step.line)
    bare = {token.text: token for token in declared_without_value(kernel.body)}
    return [_warning(lexed, kernel, filename, line, bare) for line in lines]


def _warning(
    lexed: Lexed, kernel: KernelDeclaration, filename: str, line: int, bare: Mapping[str, Token]
) -> Diagnostic:
    """Place the warning at the declaration if the line shows exactly one name that was declared without a value."""
    from grader.words import words  # imported late, as YAML takes time

    shown = [token for token in kernel.body if token.text in bare and lexed.line(token.start) == line]
    names = dict.fromkeys(token.text for token in shown)
    name = next(iter(names)) if len(names) == 1 else ""
    said, facts = words("compiler"), {"name": name, "line": line}
    return Diagnostic(
        severity="warning", file=filename, line=lexed.line(bare[name].start) if name else line,
        column=lexed.column(bare[name].start) if name else 0,
        message=said["unset local"](facts), hint=said["set it"](facts),
    )  # fmt: skip


def _may_be_read_early(body: str) -> bool:
    """Return whether any register's first mention in the text does not set it; rarely true."""
    seen: set[str] = set()
    for match in _REGISTER.finditer(body):
        name = match[0]
        if name in seen:
            continue
        seen.add(name)
        if not _SETS.fullmatch(body, body.rfind("\n", 0, match.start()) + 1, match.start()):
            return True
        if name in _REGISTER.findall(body, match.end(), body.find(";", match.end())):
            return True
    return False


def _unset_reads(steps: Sequence[_Step]) -> Iterator[_Step]:
    """Yield the steps that use a register that is unset on every path to their first execution."""
    maybe = _unset_on_some_path(steps)
    suspects = [
        index for index, step in enumerate(steps)
        if step.op in _USES and any(register in maybe[index] for register in step.reads)
    ]  # fmt: skip
    for index in suspects[:_SUSPECTS]:
        if any(register in maybe[index] and _never_set(steps, index, register) for register in steps[index].reads):
            yield steps[index]


def _unset_on_some_path(steps: Sequence[_Step]) -> list[frozenset[str]]:
    """Return for each step the registers, of those read before they are set in the text, that may be unset."""
    seen: set[str] = set()
    early: set[str] = set()
    for step in steps:
        early |= {register for register in step.reads if register not in seen}
        seen.update(step.sets)
    found: list[frozenset[str]] = [frozenset() for _ in steps]
    reached = [False] * len(steps)
    waiting = [(0, frozenset(early))] if steps else []
    while waiting:
        index, state = waiting.pop()
        if reached[index] and state <= found[index]:
            continue
        reached[index], found[index] = True, found[index] | state
        after = _after(steps[index], found[index])
        waiting += [(following, after) for following in steps[index].following]
    return found


def _after(step: _Step, unset: frozenset[str]) -> frozenset[str]:
    """Return the registers that may be unset after a step; a move copies the state."""
    if step.op == "mov" and len(step.reads) == 1 and step.reads[0] in unset:
        return unset | set(step.sets)
    return unset - set(step.sets)


def _never_set(steps: Sequence[_Step], use: int, register: str) -> bool:
    """Return whether no path from the entry to the first execution of step `use` sets the register."""
    sources = _sources(steps, register)
    states: list[frozenset[str] | None] = [None] * len(steps)  # for each step, the registers that may have been set
    waiting = [(0, frozenset[str]())]
    while waiting:
        index, state = waiting.pop()
        known = states[index]
        if known is not None and state <= known:
            continue
        states[index] = state if known is None else known | state
        if index == use:
            continue
        step, now = steps[index], states[index] or frozenset()
        passes_nothing = step.op == "mov" and len(step.reads) == 1 and step.reads[0] not in now
        after = now - set(step.sets) if passes_nothing else now | (sources & set(step.sets))
        waiting += [(following, after) for following in step.following]
    arrived = states[use]
    return arrived is not None and register not in arrived


def _sources(steps: Sequence[_Step], register: str) -> frozenset[str]:
    """Return the register and those whose values moves copy to it."""
    moves: dict[str, list[str]] = {}
    for step in steps:
        if step.op == "mov":
            for target in step.sets:
                moves.setdefault(target, []).extend(step.reads)
    found, waiting = {register}, [register]
    for name in waiting:  # grows during the loop
        more = [source for source in moves.get(name, ()) if source not in found]
        found.update(more)
        waiting += more
    return frozenset(found)


def _steps(body: str) -> list[_Step]:
    """Return a kernel's instructions as a flat list."""
    rows: list[tuple[re.Match[str], int]] = []
    labels: dict[str, int] = {}
    line = 0
    for match in _ANY.finditer(body[body.find("{") + 1 :]):
        label, file, number = match.groups()[-3:]
        if label:
            labels[label] = len(rows)
        elif file:
            line = int(number) if file == "1" else line
        else:
            rows.append((match, line))
    return [_step(match, line, index, len(rows), labels) for index, (match, line) in enumerate(rows)]


def _step(match: re.Match[str], line: int, index: int, count: int, labels: Mapping[str, int]) -> _Step:
    onward = (index + 1,) if index + 1 < count else ()
    if match["text"] is not None:  # inline assembly: all registers it names count as set
        return _Step("asm", tuple(_REGISTER.findall(match["text"])), (), onward, line)
    op, operands = match["op"].split(".")[0], match["operands"]
    if op == "st" and any(match["op"].endswith(part) or f"{part}." in match["op"] for part in _PASSES_ON):
        return _Step("copy", (), (), onward, line)
    registers = tuple(_REGISTER.findall(operands))
    if op in _NO_TARGET and ".red" not in match["op"]:
        sets, reads = (), registers
    else:  # also for unknown operations: a register that counts as set is never reported
        first = operands.partition("}")[0] if operands.lstrip().startswith("{") else operands.partition(",")[0]
        sets = tuple(_REGISTER.findall(first))
        reads = registers[len(sets) :]
    guard = (match["guard"],) if match["guard"] else ()
    return _Step(op, sets, (*guard, *reads), _following(match, op, index, count, labels), line)


def _following(match: re.Match[str], op: str, index: int, count: int, labels: Mapping[str, int]) -> tuple[int, ...]:
    onward = (index + 1,) if index + 1 < count else ()
    if op == "bra":
        target = labels.get(match["operands"].strip())
        jump = () if target is None or target >= count else (target,)
        return (*jump, *onward) if match["guard"] else jump
    if op == "brx":  # a table of labels: any of them
        return tuple(sorted({place for place in labels.values() if place < count}))
    return onward if op not in _ENDS or match["guard"] else ()

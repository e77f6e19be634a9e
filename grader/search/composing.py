"""Compose what could stand at a place from the names that are known there, for what no row of a table has foreseen.

Thousands of expressions are tried in one translation unit: each is a code, and a function works out from the values of
the names what it says. Of those that have the same value wherever the place is reached the simplest is tried.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.assignment import TestCase
from grader.devices.base import Launch
from grader.edits.change import SWITCH, Change, Edit, How, SwitchedSource
from grader.edits.context import binds
from grader.edits.observing import CONDITION, NUMBER, STATEMENT, VALUE
from grader.grading.bench import Bench
from grader.search.trail import recorded
from grader.search.trial_runner import TrialRunner

MOST_COMPOSED = 1000
"""Expressions that are tried at one place, the simplest first."""
MOST_VALUES = 256
"""Times that a place is reached, of which the values are compared."""
COST = 24
"""Of the simplest one: what a row of a table makes is nearer to what is meant."""
_SIGNS = ("", "+", "-", "*", "/", "%", "<<", ">>", "&", "^")
_OF_VALUES = _SIGNS[:4]
_AND, _OR, _OUTER_FIRST, _IS_CONDITION, _IS_SET = 1 << 21, 2 << 21, 1 << 25, 1 << 26, 1 << 27
_KEPT = "grader_kept"
_FUNCTIONS = """\
__constant__ unsigned {switch};
__constant__ unsigned grader_codes[] = {{ {codes} }};
__device__ {type} {kept}[{count}];
__device__ __forceinline__ int grader_number(unsigned sign, int a, int b) {{ switch (sign) {{
case 1: return a + b; case 2: return a - b; case 3: return a * b; case 4: return b ? a / b : 0;
case 5: return b ? a % b : 0; case 6: return a << (b & 31); case 7: return a >> (b & 31);
case 8: return a & b; case 9: return a ^ b; default: return a; }} }}
__device__ __forceinline__ float grader_number(unsigned sign, float a, float b) {{ switch (sign) {{
case 1: return a + b; case 2: return a - b; case 3: return a * b; default: return a; }} }}
__device__ __forceinline__ {type} grader_value(unsigned which, {parameters}) {{ switch (which) {{
{cases} default: return 0; }} }}
__device__ __noinline__ {type} grader_composed({parameters}) {{
{keeps}
const unsigned code = grader_codes[{switch}];
if (!code) return v0;
const {type} a = grader_value(code & 31, {names}), b = grader_value(code >> 5 & 31, {names});
const {type} c = grader_value(code >> 10 & 31, {names}), inner = grader_number(code >> 15 & 15, a, b);
if (code >> 25 & 1) return grader_number(code >> 19 & 15, c, inner);
if (!(code >> 26 & 1)) return grader_number(code >> 19 & 15, inner, c);
const bool asked = (code >> 19 & 3) == 0 ? inner < c : (code >> 19 & 3) == 1 ? inner <= c
    : (code >> 19 & 3) == 2 ? inner == c : inner != c;
return (code >> 21 & 3) == 1 ? v0 && asked : (code >> 21 & 3) == 2 ? v0 || asked : asked; }}
"""
"""`v0` is what stands there. A code has five bits for each of three values, and then the signs between them."""


@dataclass(frozen=True, slots=True)
class Composed:
    """An expression: its code, its text, the kind of edit, and how far it is from what stands there."""

    code: int
    text: str
    kind: str
    cost: int
    values: np.ndarray


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a text, and the names and numbers that may stand there; the first is what stands there now."""

    edit: Edit
    sort: str
    level: int
    own: int
    names: tuple[str, ...]
    text: str

    @classmethod
    def of(cls, edit: Edit, data: bytes) -> Place:
        """Return the place that `places_of` gave an edit for."""
        sort, level, own, *names = edit.kind.split()
        first, last = edit.changes
        text = data[first.start : last.end].decode("utf-8", "replace")
        return cls(edit, sort, int(level), int(own), ("", *names), text)

    def composed(
        self, runner: TrialRunner, data: bytes, cases: Sequence[TestCase]
    ) -> tuple[Bench, SwitchedSource] | None:
        """Return one unit with all that may be composed here; None where it does not compile or is never reached."""
        values = self._values(runner, data, cases)
        if values is None:
            return None
        all_of_them = self._numbers(values) if self.sort in (NUMBER, VALUE) else self._conditions(values)
        chosen = _different(all_of_them, values[0])[:MOST_COMPOSED]
        kernel = runner.compile(self._unit(data, [each.code for each in chosen], keeps=False))
        if not chosen or kernel is None or not kernel.ok:
            return None
        return runner.bench(kernel), SwitchedSource("", tuple(self._edit(each) for each in chosen))

    def _values(self, runner: TrialRunner, data: bytes, cases: Sequence[TestCase]) -> np.ndarray | None:
        """The values of the names each time that the place is reached in some cases, a row for each name."""
        kernel = runner.compile(self._unit(data, [], keeps=True))
        if kernel is None or not kernel.ok:
            return None
        bench = runner.bench(kernel)
        found = [self._reached(bench, runner.launch(bench, bench.problem(case))) for case in cases]
        numbers = np.unique(np.concatenate(found), axis=0)
        return numbers.T.copy() if len(numbers) else None

    def _reached(self, bench: Bench, asked: Launch) -> np.ndarray:
        """The values of the names in the first and the last block of a launch, a column for each name."""
        grids = [step.grid for step in asked.steps]
        ends = dict.fromkeys([(0, 0, 0), *((x - 1, y - 1, z - 1) for x, y, z in grids)])
        steps = [step for block in ends for step in recorded(bench, asked, block, _KEPT)]
        kept = [step.event.bits for step in steps if step.event.op == "store"]
        count = len(self.names)
        bits = np.array(kept[: len(kept) // count * count], np.uint32).reshape(-1, count)
        numbers = bits.view(np.float32) if self.sort == VALUE else bits.view(np.int32).astype(np.int64)
        return numbers[:: max(1, len(numbers) // MOST_VALUES)]

    @property
    def _type(self) -> str:
        return "float" if self.sort == VALUE else "int"

    @property
    def _signs(self) -> tuple[str, ...]:
        return _OF_VALUES[1:] if self.sort == VALUE else _SIGNS[1:]

    def _unit(self, data: bytes, codes: Sequence[int], *, keeps: bool) -> str:
        """The text with a call at the place."""
        first, last = self.edit.changes
        names = [f"v{number}" for number in range(len(self.names))]
        functions = _FUNCTIONS.format(
            switch=SWITCH, kept=_KEPT, count=len(names), codes=", ".join(f"{code}u" for code in (0, *codes)),
            type=self._type, parameters=", ".join(f"{self._type} {name}" for name in names), names=", ".join(names),
            cases=" ".join(f"case {number}: return {name};" for number, name in enumerate(names)),
            # One thread keeps all of them before another one does.
            keeps=" ".join(f"{_KEPT}[{number}] = {name};" for number, name in enumerate(names)) if keeps else "",
        )  # fmt: skip
        own = "1" if self.sort == STATEMENT else f"({self._type})({self.text})"
        call = f"grader_composed({', '.join((own, *self.names[1:]))})"
        if self.sort == STATEMENT:
            call = f"if ({call}) {self.text}"
        elif self.sort == CONDITION:
            call = f"({call} != 0)"
        before, after = (part.decode("utf-8", "replace") for part in (data[: first.start], data[last.end :]))
        return f"{functions}{before}{call}{after}"

    def _edit(self, made: Composed) -> Edit:
        first, last = self.edit.changes
        cost = COST + made.cost
        if self.sort == STATEMENT:
            head = f"if ({made.text}) "
            return Edit(
                kind=made.kind, line=self.edit.line, cost=cost, changes=(Change(first.start, first.start, head),),
                switches=(Change(first.start, last.end, head + self.text, How.REPLACE),),
            )  # fmt: skip
        text = f"({made.text})" if binds(made.text) < self.level else made.text
        change = Change(first.start, last.end, text, How.EXPRESSION)
        return Edit(kind=made.kind, line=self.edit.line, cost=cost, changes=(change,))

    def _cost(self, number: int) -> int:
        """How far a name is: of what stands there, of the rest of the function, a built-in variable."""
        name = self.names[number]
        if 0 < number <= self.own:
            return 0
        return 1 if name.isdigit() or name.isupper() else 3 if "." in name else 2

    def _numbers(self, values: np.ndarray) -> Iterator[Composed]:
        names = range(1, len(self.names))
        renamed = "another variable" if self.text.isidentifier() else "expression borrowed"
        yield from (Composed(_code(a), self.names[a], renamed, 1 + self._cost(a), values[a]) for a in names)
        yield from self._with_one_more(values)
        for sign, (a, b) in itertools.product("+-", itertools.combinations_with_replacement(names, 2)):
            if not {self.names[a], self.names[b]} & {"0", "1"}:
                text, cost = f"{self.text} {sign} {self.names[a]} * {self.names[b]}", 6 + self._cost(a) + self._cost(b)
                made = _worked(sign, values[0], _worked("*", values[a], values[b]))
                yield Composed(_code(a, b, "*", 0, sign) | _OUTER_FIRST, text, "term added", cost, made)
        for sign, a, b in itertools.product(self._signs[:5], names, names):
            if self._says_something(a, sign, b):
                text, cost = f"{self.names[a]} {sign} {self.names[b]}", 4 + self._cost(a) + self._cost(b)
                made = _worked(sign, values[a], values[b])
                yield Composed(_code(a, b, sign), text, "expression borrowed", cost, made)
        yield from self._of_three(values)

    def _with_one_more(self, values: np.ndarray) -> Iterator[Composed]:
        """Yield what stands there with one more name or number."""
        now = self.text if self.text.isidentifier() or self.text.isdigit() else f"({self.text})"
        kinds = {"+": "term added", "-": "term added", "*": "factor added"}
        for sign, (b, name) in itertools.product(self._signs, enumerate(self.names)):
            if not name or name == "0" or (name == "1" and sign in "*/%"):
                continue
            kind, cost = kinds.get(sign, "expression borrowed"), 3 + self._cost(b) + 4 * (name == self.text)
            text = f"{self.text if sign in '+-' else now} {sign} {name}"
            yield Composed(_code(0, b, sign), text, kind, cost, _worked(sign, values[0], values[b]))
            if sign in "-/%":
                made = _worked(sign, values[b], values[0])
                yield Composed(_code(b, 0, sign), f"{name} {sign} {now}", "expression borrowed", cost + 1, made)

    def _of_three(self, values: np.ndarray) -> Iterator[Composed]:
        """Yield what may be made of three of the names that are near."""
        signs = [sign for sign in "*+-/%" if sign in self._signs]
        for one, a, b in itertools.product(signs, self._near, self._near):
            if not self._says_something(a, one, b):
                continue
            left, inner = f"{self.names[a]} {one} {self.names[b]}", _worked(one, values[a], values[b])
            for two, c in itertools.product(signs, self._near):
                if self.names[c] == "0" or (self.names[c] == "1" and two in "*/%"):
                    continue
                text = f"({left})" if one in "+-" and two in "*/%" else left
                cost = 7 + sum(map(self._cost, (a, b, c)))
                made = _worked(two, inner, values[c])
                code = _code(a, b, one, c, two)
                yield Composed(code, f"{text} {two} {self.names[c]}", "expression borrowed", cost, made)

    @property
    def _near(self) -> list[int]:
        """The names and numbers of which longer expressions are made: those that stand there, and the tile's width."""
        names = range(1, len(self.names))
        return [each for each in names if self._cost(each) < 2 or each == self.own + 1]

    def _conditions(self, values: np.ndarray) -> Iterator[Composed]:
        held = values[0] != 0
        for each in _different(self._comparisons(values), None):
            if self.sort == STATEMENT:
                yield each
                continue
            both = f"({self.text})" if "||" in self.text or "?" in self.text else self.text
            yield replace(
                each, code=each.code | _AND, text=f"{both} && {each.text}", kind="condition added",
                values=held & each.values,
            )  # fmt: skip
            yield replace(
                each, code=each.code | _OR, text=f"{self.text} || {each.text}", kind="another condition",
                cost=each.cost + 2, values=held | each.values,
            )  # fmt: skip
            yield replace(each, kind="another condition", cost=each.cost + 3)

    def _comparisons(self, values: np.ndarray) -> Iterator[Composed]:
        names = range(1, len(self.names))
        for a, c, asked in itertools.product(names, names, _COMPARED):
            # Two names are hardly ever meant to be equal: that would leave the work to a few threads.
            fits = asked[0] == "<" or self.names[c].isdigit() or self.names[c].isupper()
            if a != c and fits and not self.names[a].isdigit():
                yield self._comparison(values, (a, 0, ""), c, asked)
        for sign, a, b in itertools.product("+-*%&", self._near, self._near):
            if not self.names[a].isdigit() and self._says_something(a, sign, b):
                for c, asked in itertools.product(self._near, _COMPARED):
                    if c not in (a, b):
                        yield self._comparison(values, (a, b, sign), c, asked)

    def _comparison(self, values: np.ndarray, left: tuple[int, int, str], c: int, asked: str) -> Composed:
        a, b, sign = left
        text = f"{self.names[a]} {sign} {self.names[b]}" if sign else self.names[a]
        text = f"({text})" if sign == "&" else text
        cost = 3 + self._cost(a) + self._cost(c) + (3 + self._cost(b) if sign else 0)
        cost += asked == "<" and self.names[c] == "1"  # of a place `== 0` says the same, more plainly
        code = _code(a, b, sign, c) | [*_COMPARED].index(asked) << 19 | _IS_CONDITION
        held = _COMPARED[asked](_worked(sign, values[a], values[b]), values[c])
        return Composed(code, f"{text} {asked} {self.names[c]}", "guard added", cost, held)

    def _says_something(self, a: int, sign: str, b: int) -> bool:
        """False of what is a number whatever the values are, or is one of the two."""
        one, other = self.names[a], self.names[b]
        if "0" in (one, other) or (one.isdigit() and other.isdigit()):
            return False
        return not (one == other and sign in "-/%") and not ("1" in (one, other) and sign in "*/%")


def _different(found: Iterable[Composed], now: np.ndarray | None) -> list[Composed]:
    """Return the simplest of those with the same values, the simplest first, without those that change nothing."""
    best: dict[bytes, Composed] = {}
    for each in found:
        key = _key(each.values)
        if key not in best or each.cost < best[key].cost:
            best[key] = each
    if now is not None:
        best.pop(_key(now), None)
        best.pop(_key(now != 0), None)
    return sorted(best.values(), key=lambda each: each.cost)


def _key(values: np.ndarray) -> bytes:
    """Return what tells values apart as the device has them, in 32 bits."""
    with np.errstate(invalid="ignore", over="ignore"):  # a student's numbers may be anything
        return (values.astype(np.int32) if values.dtype == np.int64 else values).tobytes()


def _code(a: int, b: int = 0, sign: str = "", c: int = 0, outer: str = "") -> int:
    return a | b << 5 | c << 10 | _SIGNS.index(sign) << 15 | _SIGNS.index(outer) << 19 | _IS_SET


def _worked(sign: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return what two numbers give in C; 0 for what has no value."""
    if sign in _SIMPLE:
        with np.errstate(all="ignore"):
            return _SIMPLE[sign](a, b)
    divisor = np.where(b == 0, 1, b)
    quotient: np.ndarray = np.sign(a) * np.sign(divisor) * (np.abs(a) // np.abs(divisor))
    return np.where(b == 0, 0, quotient if sign == "/" else a - divisor * quotient)


_SIMPLE: Mapping[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "": lambda a, _: a, "+": np.add, "-": np.subtract, "*": np.multiply, "&": np.bitwise_and, "^": np.bitwise_xor,
    "<<": lambda a, b: np.left_shift(a, b & 31), ">>": lambda a, b: np.right_shift(a, b & 31),
}  # fmt: skip
_COMPARED: Mapping[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "<": np.less, "<=": np.less_equal, "==": np.equal, "!=": np.not_equal,
}  # fmt: skip

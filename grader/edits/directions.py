"""Which way a text is wrong, as far as what stands there and what belongs there tell: a narrower kind of its edit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from grader.edits.change import Change, Edit

_COMPARED = re.compile(r"(?<![<>=!-])([<>]=?)(?![<>])")
_STEP = re.compile(r"[+-]=\s*(.+)|\+\+|--", re.DOTALL)
_ONE_ADDED = re.compile(r"([+-]) 1$")
_ONE_COUNTED = re.compile(r"\(\w+ ([+-]) 1\) \*")
_DEFINED = re.compile(r"\s*(?:#\s*define|(?:static\s+)?const(?:expr)?\s+(?:unsigned\s+)?int)\s+(\w+)")
_ONE_THREAD = re.compile(r"if \((?:[^()&|]|\([^()]*\))+ == 0\)")
_BUILT_IN = re.compile(r"\b(threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*([xyz])\b")
_SMALL = re.compile(r"\b(?:char|short|u?int(?:8|16)_t)\b")
_SETS = re.compile(r"(?:(?:const\s+)?\w+\s+)?(\w+)(?:\[[^=;]*\])*\s*(?:[-+*/]?=(?!=)|\+\+|--)")
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_ROW_AND_COLUMN = re.compile(r"(.+?)\s*\*\s*([\w.]+)\s*\+\s*(.+)", re.DOTALL)
_COMPARED_WITH = {"one too small": "compared with one too large", "one too large": "compared with one too small"}
_LONGEST, _LONGEST_LINE = 100_000, 400
"""More of a text, or of a line, is not read, in characters: it is a student's."""


def directed(edit: Edit, data: bytes, width: str = "TILE_WIDTH") -> str:
    """Return the kind of an edit of a text, a narrower one where all of its changes go the same way.

    `width` is the macro that a block is as wide as: the same step as `blockDim.x`.
    """
    family = edit.kind.removesuffix(" twice")
    if family == "statement moved" and (order := _order(edit, data)):
        return order
    found = {_Direction(family, data, change, width).kind for change in edit.changes}
    narrower = found.pop() if len(found) == 1 else ""
    return edit.kind.replace(family, narrower, 1) if narrower else edit.kind


@dataclass(frozen=True)
class _Direction:
    """Says which way one change of a family goes."""

    family: str
    data: bytes
    change: Change
    width: str

    @property
    def kind(self) -> str:
        """The narrower kind; empty where nobody knows."""
        if self.family == "comparison":
            return _strictness(self.before, self.after)
        if self.family == "one more or less":
            if re.fullmatch(r"[^&|]+[^&]&\s*\w+", self.before):
                return "one bit"
            one = _one(self.after)
            if one == "one too large" and self._counts_own():
                return "own element counted"
            return self._loops_end(one) or (self._is_place() and _COMPARED_WITH.get(one)) or one
        if self.family == "another number" and re.search(r"[^&]&\s*$", self._line[0]):
            return "another bit"
        if self.family == "another number" and self._is_lane():
            return "lane of the result"
        if self.family == "another step":
            return self._length()
        if self.family == "another type":
            if _SMALL.search(self.before) and not _SMALL.search(self.after) and "int" in self.after:
                return "type too small"
            unsigned = re.compile(r"\bunsigned\b|\buint\w*|\bsize_t\b")
            signed = not re.search(r"unsigned|uint|size_t", self.after)
            return "never below zero" if unsigned.search(self.before) and signed and "int" in self.after else ""
        if self.family == "logic":
            return "logic too wide" if "||" in self.before and "||" not in self.after else "logic too strict"
        if self.family == "operator":
            return _assigned(self.before, self.after)
        if self.family == "term dropped" and declared_without(
            self._text, self.data.count(b"\n", 0, self.change.start) + 1
        ):
            return "row without room"
        if self.family == "guard added" and _ONE_THREAD.match(self.change.text):
            return "guard of one thread"
        if self.family == "guard replaced" and asked_beside(self.before, self.after):
            return "condition added"
        if self.family == "operands exchanged":
            old, new = (_ROW_AND_COLUMN.fullmatch(text.strip("()")) for text in (self.before, self.after))
            if not old or not new or old[2] != new[2]:
                return ""
            own = [_BUILT_IN.fullmatch(old[part].strip()) for part in (1, 3)]
            flat = all(own) and {each[2] for each in own if each} == {"x"}
            return "block and thread exchanged" if flat else "row and column exchanged"
        if self.family in ("another variable", "another number", "expression borrowed", "term added"):
            built_in = [_BUILT_IN.fullmatch(text.strip()) for text in (self.before, self.after)]
            if all(built_in) and len({match[1] for match in built_in if match}) > 1:
                return "another built-in"
            return self._doubles() or self._twin() or self._size() or self._place() or self._array()
        return ""

    @cached_property
    def before(self) -> str:
        """What stands there, with the width as `blockDim.x`."""
        end = min(self.change.end, self.change.start + _LONGEST_LINE)
        return self._alike(self.data[self.change.start : end].decode("utf-8", "replace"))

    @cached_property
    def after(self) -> str:
        """What belongs there."""
        return self._alike(self.change.text[:_LONGEST_LINE])

    def _alike(self, text: str) -> str:
        return re.sub(rf"\b{re.escape(self.width)}\b", "blockDim.x", text)

    @cached_property
    def _text(self) -> str:
        return self.data[:_LONGEST].decode("utf-8", "replace")

    @cached_property
    def _line(self) -> tuple[str, str]:
        """What stands on the line in front of the change, and behind it."""
        ahead = self.data[max(0, self.change.start - _LONGEST_LINE) : self.change.start]
        behind = self.data[self.change.end : self.change.end + _LONGEST_LINE]
        return ahead.decode("utf-8", "replace").rpartition("\n")[2], behind.decode("utf-8", "replace").partition("\n")[
            0
        ]

    def _loops_end(self, one: str) -> str:
        """Return what a changed counter of a `for` loop says of its turns, in the condition; "" elsewhere."""
        ahead, behind = self._line
        compared = re.match(r"\s*([<>])", behind)
        if compared is None or not one.startswith("one too") or not re.search(r"\bfor\s*\([^;{}]*;\s*$", ahead):
            return ""
        return "turn too few" if (one == "one too large") == (compared[1] == "<") else "turn too many"

    def _is_place(self) -> bool:
        """Return whether what changes is a thread's place, and all of one side of `==`."""
        ahead, behind = self._line
        left = re.search(r"(?:\(|&&|\|\|)\s*$", ahead) and re.match(r"\s*==", behind)
        right = re.search(r"==\s*$", ahead) and re.match(r"\s*(?:\)|&&|\|\|)", behind)
        return bool(left or right) and "threadIdx" in "".join(self._made_of(self.before))

    def _is_lane(self) -> bool:
        """Return whether a lane is asked for that is not the first one, where values go to the first one alone."""
        asked = re.search(r"(?<![.\w])(\w+)\s*==\s*$", self._line[0])
        value = self._value(asked[1]) if asked else None
        lane = value is not None and re.search(r"[&%]\s*(?:31|32|warpSize|0x1[fF]|\w*WARP\w*)\b", value[1])
        return bool(lane) and self.after == "0" and set(re.findall(r"__shfl\w*", self._text)) == {"__shfl_down_sync"}

    def _counts_own(self) -> bool:
        """Return whether an element stands there to which the text adds those before it: a sum up to its own one."""
        for array, place in re.findall(r"(\w+)\s*\[\s*(\w+)\s*\]", self.before):
            element = rf"\b{array}\s*\[\s*{place}\s*\]\s*"
            added = re.search(rf"{element}(?:\+=|=[^;=]*\+)", self._text)
            if added and re.search(rf"\b{array}\s*\[\s*{place}\s*-", self._text):
                return True
        return False

    def _length(self) -> str:
        """Return whether a step lacks a factor, or has one too many; `i++` is a step of 1."""
        steps = [_STEP.search(text) for text in (self.before, self.after)]
        if not all(steps):
            return ""
        old, new = ({part.strip() for part in (step[1] or "1").split("*")} - {"1"} for step in steps if step)
        if any(re.search(r"[^\w.]", part) for part in (*old, *new)):
            return ""
        if new - old == {"gridDim.x"} and old == {"blockDim.x"}:
            return "step of one block"
        moved = re.match(r"\s*(\w+)\s*\+=", self.before)
        if old < new and new - old <= self._sizes and moved and self._is_pointer(moved[1]):
            return "step inside a row"
        return "step too short" if old < new else "step too long" if new < old else ""

    def _doubles(self) -> str:
        """A step that stays as it is, where it must grow with what it is added to."""
        added = re.search(r"\b(\w+)\s*\+=\s*$", self._line[0])
        return "step stays the same" if added and added[1] == self.after.strip() else ""

    def _array(self) -> str:
        """One array in the place of another one."""
        names = all(_NAME.fullmatch(text.strip()) for text in (self.before, self.after))
        return "another array" if names and self._line[1].lstrip().startswith("[") else ""

    def _twin(self) -> str:
        """Another place on the line has the right number beside the same name."""
        beside = re.search(r"(\b\w+\s*[-+*])\s*$", self._line[0])
        if not beside or not self.before.isdigit() or not self.after.isdigit():
            return ""
        again = re.compile(r"\s*".join(map(re.escape, re.findall(r"\w+|\S", f"{beside[1]}{self.after}"))) + r"\b")
        return "unlike its neighbour" if any(again.search(text) for text in self._line) else ""

    def _size(self) -> str:
        """One of the sizes that the kernel is given in the place of another one."""
        if not {self.before.strip(), self.after.strip()} <= self._sizes:
            return ""
        ahead, behind = self._line
        multiplied = re.search(r"\*\s*$", ahead) or re.match(r"\s*\*", behind)
        if multiplied and ("[" in _brackets(ahead) or re.search(r"\*\s*\w+\s*=[^=]*\+[^=]*$", ahead)):
            return "row length"
        return "limit of another side" if re.search(r"[<>]=?\s*$", ahead) else ""

    def _place(self) -> str:
        """A place in the block for one in the grid, another axis, or what stays the same where it must move."""
        old, new = self._made_of(self.before), self._made_of(self.after)
        if self.family == "term added":
            old, new = set(), new - old
        (old_bases, old_axes), (new_bases, new_axes) = (
            ({part[:-2] for part in made}, {part[-1] for part in made}) for made in (old, new)
        )
        moves = self._turns(self.after) and not self._turns(self.before)
        if moves and "loop" in _headers(self.data, self.change.start):
            whole, part = (re.escape(each.strip()) for each in (self.before, self.after))
            left = rf"\b{part}\s*=[^;]*(?:\bmin\([^;]*\b{whole}\b|<=?\s*{whole}\s*\?|\b{whole}\s*<)"
            return "last piece" if re.search(left, self._alike(self._text)) else "same in every turn"
        if self.family == "term added":
            blocks = {part for part in self._made_of(self.before) if part.startswith("blockIdx")}
            return "same in every block" if "blockIdx" in new_bases and not blocks else ""
        if not old or not new:
            return ""
        if old_axes != new_axes and old_bases == new_bases:
            return "other axis"
        if old_axes == new_axes and "threadIdx" in old_bases & new_bases:
            if "blockIdx" in new_bases - old_bases:
                return "place in the block"
            if "blockIdx" in old_bases - new_bases:
                return "place in the grid"
        return ""

    # -- names ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _sizes(self) -> frozenset[str]:
        """The whole numbers that a kernel or a function of it is given."""
        heads = re.findall(r"__(?:global|device)__[^{};]{0,2000}", self._text)
        return frozenset(
            name for head in heads for name in re.findall(r"\b(?:int|unsigned|size_t)\s+(\w+)\s*[,)]", head)
        )

    def _is_pointer(self, name: str) -> bool:
        return re.search(rf"\*\s*(?:const\s+|__restrict__\s+)*{re.escape(name)}\b\s*[=;,)]", self._text) is not None

    def _counts_turns(self, name: str) -> bool:
        return re.search(rf"\bfor\s*\([^;)]{{0,200}}\b{re.escape(name)}\s*=", self._text) is not None

    def _turns(self, text: str) -> bool:
        """Return whether an expression changes from turn to turn of a loop, as far as its names show."""
        names = dict.fromkeys(_NAME.findall(text)[:8])
        values = [value[1] for name in names if not self._counts_turns(name) and (value := self._value(name))]
        return any(map(self._counts_turns, [*names, *(name for value in values for name in _NAME.findall(value)[:8])]))

    def _value(self, name: str) -> re.Match[str] | None:
        return re.search(rf"(?<![.\w]){re.escape(name)}\s*=(?!=)\s*([^;,]{{1,200}})", self._text)

    def _made_of(self, text: str, depth: int = 2) -> set[str]:
        """Return the built-in variables in an expression, and in those that its names are set to."""
        found = {f"{base}.{axis}" for base, axis in _BUILT_IN.findall(text)} - {"blockDim.x", "blockDim.y"}
        for name in dict.fromkeys(_NAME.findall(text)[:8]) if depth else ():
            value = self._value(name)
            if value and not self._counts_turns(name) and not re.search(r"[%&]", value[1]):  # a part of a place is none
                found |= self._made_of(value[1], depth - 1)
        return found


def _order(edit: Edit, data: bytes) -> str:
    """Return whether a moved statement comes too early or too late, or under which condition or loop it stands."""
    gone, put = (
        next((each for each in edit.changes if bool(each.text.strip("; \t\n")) == is_put), None)
        for is_put in (False, True)
    )
    if gone is None or put is None:
        return ""
    between = data[min(gone.end, put.start) : max(gone.start, put.start)]
    old, new = _headers(data, gone.start), _headers(data, put.start)
    if len(old) != len(new):
        outer, inner = sorted((old, new), key=len)
        kind = inner[-1] if inner[: len(outer)] == outer else ""
        moves = {"loop": ("statement in every turn", "statement done once"),
                 "condition": ("statement under a condition", "statement without a condition")}  # fmt: skip
        return moves[kind][old is outer] if kind else ""
    if len(between) > _LONGEST_LINE or b"{" in between or b"}" in between:
        return ""
    sets = _SETS.match(data[gone.start : gone.end].decode("utf-8", "replace").strip())
    used = sets is not None and re.search(rf"(?<![\w.]){re.escape(sets[1])}\b", between.decode("utf-8", "replace"))
    if put.start > gone.start:
        return "changed too early" if used else "statement too early"
    return "set too late" if used else "statement too late"


def _headers(data: bytes, at: int) -> list[str]:
    """Return what is around a place in its function, the outermost first: each a `loop` or a `condition`."""
    text = data[max(0, at - _LONGEST) : at].decode("utf-8", "replace")
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    while (shorter := re.sub(r"\{[^{}]*\}", ";", text)) != text:
        text = shorter
    found = []
    for part in re.split(r"(?<=\{)", text):
        while (shorter := re.sub(r"\([^()]*\)", "", part)) != part:
            part = shorter
        head = re.search(r"\b(if|else|for|while|do)\b[^;{}]*\{?$", part)
        if head is not None:
            found.append("condition" if head[1] in ("if", "else") else "loop")
    return found


def declared_without(text: str, number: int) -> str:
    """Return a shared array that is declared without the length of a row that line `number` defines; else ""."""
    lines = text.split("\n")
    macro = _DEFINED.match(lines[number - 1][:_LONGEST_LINE]) if number <= len(lines) else None
    if macro is None or not re.search(rf"\*\s*{macro[1]}\b", text):
        return ""
    shared = [line[:_LONGEST_LINE] for line in lines if "__shared__" in line]
    named = any(re.search(rf"\b{macro[1]}\b", line) for line in shared)
    array = None if named else next(filter(None, (re.search(r"(\w+)\s*\[", line) for line in shared)), None)
    return array[1] if array else ""


def _brackets(text: str) -> str:
    """Return the brackets that are still open behind a text."""
    while (shorter := re.sub(r"\[[^\[\]()]*\]|\([^\[\]()]*\)", "", text)) != text:
        text = shorter
    return "".join(re.findall(r"[\[(]", text))


def _strictness(before: str, after: str) -> str:
    old, new = _COMPARED.findall(before), _COMPARED.findall(after)
    if len(old) == len(new) == 1 and old[0] != new[0]:
        if new[0] == f"{old[0]}=":
            return "comparison too strict"
        if old[0] == f"{new[0]}=":
            return "comparison too wide"
    return ""


def _one(after: str) -> str:
    counted, added = _ONE_COUNTED.match(after), _ONE_ADDED.search(after)
    if counted:
        return "counter too small" if counted[1] == "+" else "counter too large"
    if added:
        return "one too small" if added[1] == "+" else "one too large"
    return ""


def _assigned(before: str, after: str) -> str:
    """Return whether a value is replaced where it must be added to, or the other way round."""
    adds = [re.search(r"[^-+*/<>=!]\s*([-+*/]?=)(?!=)", text) for text in (before, after)]
    signs = [match[1] if match else "" for match in adds]
    if signs == ["=", "+="]:
        return "replaced"
    if signs != ["+=", "="]:
        return ""
    left, _, right = before.partition("+=")
    return "added again" if re.search(rf"(?<![\w.]){re.escape(left.strip())}(?!\w)", right) else "added to"


def asked_beside(before: str, after: str) -> str:
    """Return what a condition asks for beside all that another one does; empty where that is not so."""
    old, new = ({"".join(part.split()): part.strip() for part in _conjunction(text)} for text in (before, after))
    return next(new[part] for part in new if part not in old) if old.keys() < new.keys() else ""


def _conjunction(text: str) -> list[str]:
    """Return the parts of a condition that must all hold."""
    text = text.strip()
    while re.fullmatch(r"\((?:[^()]|\([^()]*\))*\)", text):
        text = text[1:-1].strip()
    return text.split("&&") if "||" not in text else [text]

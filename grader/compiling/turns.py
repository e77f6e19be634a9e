"""Whether two accesses between two barriers belong to two turns of a loop, read from the kernel's text.

A barrier between two lines that every turn passes orders them within a turn. If a run saw them with no barrier between,
the later line was in one turn and the earlier line in the next. The answer is yes only for text that leaves no doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from grader.compiling.lexer import Lexed

Span = tuple[int, int]
_BARRIER = "__syncthreads"
_MOST_CALLS = 64
_MACRO_DEPTH = 8
_ENDS = (";", "{", "}")
_JUMPS = frozenset({"continue", "goto", "switch", "struct", "class", "union", "asm", "__asm__", "__asm"})
_FLOW = _JUMPS | {"if", "else", "for", "while", "do", "break", "return", "{", "}", "##"}
"""In a macro that the kernel uses, these would hide the order of its statements."""


@dataclass(frozen=True, slots=True)
class Turns:
    """A kernel's own loops. `kernel` and `functions` are spans of braces, `holders` the names that hold a barrier."""

    lexed: Lexed
    partners: Sequence[int]
    kernel: Span
    functions: Mapping[str, Span]
    holders: AbstractSet[str]

    def are_two(self, line: int, other: int, *, together: bool = False) -> bool:
        """Return whether accesses on two lines, with no barrier between, are certainly of two turns of one loop.

        `together`: runs have shown that all threads of a block pass the same barriers, those in conditions too.
        """
        if self.kernel[1] >= len(self.lexed.tokens) or not self._is_plain():
            return False
        sides = self._in_kernel(line), self._in_kernel(other)
        return any(
            self._are_apart(loop, early, late, together)
            for loop in self._loops()
            for early, late in (sides, sides[::-1])
            if early and late
        )

    def _are_apart(self, loop: Span, early: AbstractSet[int], late: AbstractSet[int], together: bool) -> bool:
        """Return whether every turn passes a barrier after the early lines and before the late ones.

        What is early may also be done before the loop: the same barrier follows it.
        """
        first, last = self._line(loop[0]), self._line(loop[1])
        inside = {number for number in early if number > first}
        if not inside or not all(first < number < last for number in (*inside, *late)):
            return False
        # A lambda does elsewhere what its lines say: none in the loop, and none that may call what is early.
        begin = loop[0] if inside == early else self.kernel[0]
        if _has_lambda([token.text for token in self.lexed.tokens[begin : loop[1]]]):
            return False
        barriers = [index for index in self._level(loop) if self._is_barrier(index)]
        known = {*barriers, *(index for index in self._level(self.kernel) if self._is_barrier(index))}
        held = (i for i in range(self.kernel[0], loop[1]) if self._text(i) in self.holders)
        between = any(max(inside) < self._line(index) < min(late) for index in barriers)
        return between and (together or known.issuperset(held))  # one in a condition might not be passed by all threads

    def _loops(self) -> Iterator[Span]:
        """Yield the braces of the loops that no other statement of the kernel contains."""
        for index in self._level(self.kernel):
            if self._text(index) in ("for", "while", "do") and self._text(index - 1) in _ENDS:
                start = index + 1 if self._text(index) == "do" else self.partners[index + 1] + 1
                if self._text(start) == "{":
                    yield start, self.partners[start]

    def _level(self, braces: Span) -> Iterator[int]:
        """Yield the tokens between braces that no other brackets contain."""
        index = braces[0] + 1
        while index < braces[1]:
            yield index
            index = max(index, self.partners[index]) + 1

    def _is_barrier(self, index: int) -> bool:
        """Return whether a statement that is a barrier begins here."""
        texts = [self._text(index + step) for step in range(-1, 4)]
        return texts[0] in _ENDS and texts[1:] == [_BARRIER, "(", ")", ";"]

    def _in_kernel(self, number: int) -> set[int] | None:
        """Return the kernel's lines that do what is on a line, themselves or by calls; None if not all are known."""
        found, asked, seen = set[int](), [number], set[str]()
        lines = {name: (self._line(start), self._line(end)) for name, (start, end) in self.functions.items()}
        for line in asked:  # grows during the loop: each function is followed once
            around = [name for name, (first, last) in lines.items() if first <= line <= last]
            if len(around) != 1 or len(asked) > _MOST_CALLS:
                return None
            if self.functions[around[0]] == self.kernel:
                found.add(line)
            elif around[0] not in seen:
                seen.add(around[0])
                calls = self._calls(around[0])
                if calls is None:
                    return None
                asked += calls
        return found

    def _calls(self, name: str) -> list[int] | None:
        """Return the lines that call a function; None if its name is used in another way, or in a macro."""
        if any(token.text == name for each in self.lexed.definitions for token in each.tokens):
            return None
        indices = [index for index, token in enumerate(self.lexed.tokens) if token.text == name]
        lines = []
        for index in indices[: _MOST_CALLS + 1]:
            after = self._text(self.partners[index + 1] + 1) if self._text(index + 1) == "(" else ""
            top = not any(start < index < end for start, end in self.functions.values())
            if not after or (top and after not in ("{", ";")):
                return None
            if not top:
                lines.append(self._line(index))
        return lines if len(indices) <= _MOST_CALLS else None

    def _is_plain(self) -> bool:
        """Return whether the kernel's statements run in the order of its text, as far as loops and barriers go."""
        begin, end = (self.lexed.tokens[index].start for index in self.kernel)
        for each in self.lexed.directives:
            inside = begin < each.start < end and each.name not in ("pragma", "define")
            own = each.name == "include" and '"' in self.lexed.source[each.start : each.end]
            if inside or own or each.name == "line":
                return False
        texts = [token.text for token in self.lexed.tokens[slice(*self.kernel)]]
        if _BARRIER in self.functions or "<%" in self.lexed.source or not _JUMPS.isdisjoint(texts):
            return False
        used = set(texts)
        macros = [[token.text for token in each.tokens] for each in self.lexed.definitions]
        for _ in range(_MACRO_DEPTH):
            more = {word for words in macros if words[0] in used for word in words} - used
            if not more:
                break
            used |= more
        else:
            return False
        taken = [words for words in macros if words[0] in used]
        hidden = _FLOW | self.holders
        return not any(hidden.intersection(words) or _has_lambda(words) for words in taken)

    def _text(self, index: int) -> str:
        return self.lexed.tokens[index].text if index < len(self.lexed.tokens) else ""

    def _line(self, index: int) -> int:
        return self.lexed.line(self.lexed.tokens[min(index, len(self.lexed.tokens) - 1)].start)


def _has_lambda(texts: Sequence[str]) -> bool:
    """Return whether a bracket stands where no subscript can: what it begins may run elsewhere."""
    return any(
        text == "[" and not (before.isidentifier() or before in ("]", ")"))
        for before, text in zip(("", *texts), texts, strict=False)
    )

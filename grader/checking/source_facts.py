"""What the student's text says, for naming lines and choosing hints: never a reason to lose points.

Comments and strings are blanked first, so that a commented-out barrier is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_BARRIER = re.compile(r"\b__syncthreads(_and|_or|_count)?\s*\(|\.sync\s*\(\s*\)|\bbarrier\s*\(")
_DIVISION = re.compile(r"(?<![/*])/(?![/*=])\s*\(?\s*(?:\(\s*\w+\s*\)\s*)?([A-Za-z_]\w*|\d+)")


@dataclass(frozen=True)
class SourceFacts:
    """The text's lines without comments and strings, and places in it; lines count from 1."""

    source: str
    macro: str = "TILE_WIDTH"
    kernel_at: int = 0  # the line of the graded kernel; 0: the first one

    @cached_property
    def code(self) -> tuple[str, ...]:
        blanked = _TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), self.source)
        return tuple(blanked.split("\n"))

    def line(self, number: int) -> str:
        """The code on one line, stripped; empty when there is no such line."""
        return self.code[number - 1].strip() if 1 <= number <= len(self.code) else ""

    def find(self, pattern: str) -> tuple[int, ...]:
        """The lines on which the regular expression occurs."""
        expression = re.compile(pattern)
        return tuple(number for number, text in enumerate(self.code, 1) if expression.search(text))

    @cached_property
    def barriers(self) -> tuple[int, ...]:
        return tuple(number for number, text in enumerate(self.code, 1) if _BARRIER.search(text))

    @cached_property
    def tile_words(self) -> frozenset[str]:
        """Names that stand for the tile width: the macro, and what is defined as a number or as the macro."""
        words = {self.macro, "blockDim"}
        defined = r"(?:#\s*define\s+|\b(?:const|constexpr)\s+(?:unsigned\s+)?int\s+)(\w+)\s*=?\s*(\d+|\w+)\s*;?\s*$"
        for text in self.code:
            match = re.search(defined, text)
            if match and (match[2].isdigit() or match[2] in words):
                words.add(match[1])
        return frozenset(words)

    @cached_property
    def defined_width(self) -> tuple[str, int] | None:
        """The macro or constant that says the tile width in this file, and its value."""
        names = rf"{re.escape(self.macro)}|TILE_?(?:WIDTH|SIZE|DIM)|BLOCK_?(?:WIDTH|SIZE|DIM)|TS"
        for text in self.code:
            match = re.search(rf"\b({names})\b\s*=?\s*(\d+)\s*;?\s*$", text)
            if match:
                return match[1], int(match[2])
        return None

    @cached_property
    def floor_divisions(self) -> tuple[int, ...]:
        """Lines that divide by the tile width without rounding up anywhere on the line."""
        lines = []
        for number, text in enumerate(self.code, 1):
            for match in _DIVISION.finditer(text):
                divisor = match[1]
                is_tile = divisor in self.tile_words or (divisor.isdigit() and int(divisor) > 1)
                if is_tile and not _rounds_up(text, match.start()):
                    lines.append(number)
        return tuple(dict.fromkeys(lines))

    @cached_property
    def early_returns(self) -> tuple[int, ...]:
        """Lines with a `return` that a barrier follows."""
        last = max(self.barriers, default=0)
        return tuple(number for number in self.find(r"\breturn\s*;") if number < last)

    @cached_property
    def kernel_line(self) -> int:
        """The line of the graded kernel, or of the first; 0 when there is none."""
        return self.kernel_at or next(iter(self.find(r"\b__global__\b")), 0)

    @cached_property
    def body(self) -> range:
        """The lines between the kernel's braces."""
        depth, start = 0, 0
        for number, text in enumerate(self.code, 1):
            if number < self.kernel_line:
                continue
            for letter in text:
                depth += (letter == "{") - (letter == "}")
                if letter == "{" and not start:
                    start = number
                if start and depth == 0:
                    return range(start + 1, number)
        return range(0)

    @cached_property
    def store_line(self) -> int:
        """The first line of the kernel that assigns to an element of C, 0 when none does."""
        lines = self.find(r"\bC\s*\[[^\]]*\]\s*[+\-*]?=[^=]")
        return next((line for line in lines if line in self.body), 0)

    @cached_property
    def loops(self) -> tuple[int, ...]:
        return self.find(r"\b(for|while)\s*\(")

    def loop_before(self, number: int) -> int:
        """The nearest loop that begins on or before a line, 0 when there is none."""
        return max((line for line in self.loops if line <= number), default=0)


def _rounds_up(text: str, position: int) -> bool:
    """Whether the division at `position` belongs to one of the ways to round up: (n + T - 1)/T, (n-1)/T + 1, ceil."""
    before, after = text[:position], text[position:]
    return bool(re.search(r"-\s*1\b|\bceil", before) or re.search(r"\+\s*(1\b|\()|%", after) or "%" in before)

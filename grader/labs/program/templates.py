r"""Text with fields in braces: what a program gets as arguments, and what it must print.

Template("{n} in.bin").filled(values)         # `1000 in.bin`
Template("sum: {total}").read("sum: 3.5\n", …)  # `sum:`, then as many numbers as the output `total` has
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from grader.assignment.expressions import evaluate

ANY = "_"
"""The field for any one word."""
_FIELD = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"(?:\{[^{}]*\}|\S)+")
_PRINTED = re.compile(r"\S+")
_LONGEST = 64
"""Characters that are read of one number."""
_BETWEEN_NUMBERS = ",;"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a text is not as it must be: its line, the word there, and what is expected there.

    An empty word: the text ends here; nothing expected: it should have ended. `number`: any number would do.
    """

    line: int
    word: str
    expected: str
    number: bool = False


@dataclass(frozen=True)
class Template:
    """A text with fields."""

    text: str

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """What stands in the braces, in order."""
        return tuple(name.strip() for name in _FIELD.findall(self.text))

    @property
    def words(self) -> list[str]:
        """The words as written, each with its fields."""
        return _WORD.findall(self.text)

    def filled(self, values: Mapping[str, float]) -> str:
        """Return the text with the values of all fields. Raise `ExpressionError`."""
        return _FIELD.sub(lambda field: _shown(field[1].strip(), values), self.text)

    def read(
        self, text: str, outputs: Mapping[str, np.dtype], counts: Mapping[str, int], values: Mapping[str, float]
    ) -> tuple[dict[str, list[float]], Difference | None]:
        """Return the numbers that a text has in the place of the outputs, and the first word that is not as here.

        How words are spaced does not matter. `counts` says how many elements each output has.
        """
        found: dict[str, list[float]] = {name: [] for name in self.fields if name in outputs}
        words = list(_PRINTED.finditer(text))
        at = 0
        for expected in self._expected(counts, values):
            word = words[at][0] if at < len(words) else ""
            field = next(iter(_FIELD.findall(expected)), None)
            value = _between(word, expected, field) if word else None
            name = "" if field is None else field.strip()
            number = _number(value, outputs[name]) if value is not None and name in outputs else None
            if number is not None:
                found[name].append(number)
            if value is None or (name in outputs and number is None):
                shown = expected.replace(f"{{{field}}}", "…")
                return found, Difference(_line(text, words, at), word, shown, number=shown == "…")
            at += 1
        if at < len(words):
            return found, Difference(_line(text, words, at), words[at][0], "")
        return found, None

    def _expected(self, counts: Mapping[str, int], values: Mapping[str, float]) -> Sequence[str]:
        """Return the words, with the values of sizes and scalars; an output's word once for each of its elements."""
        made: list[str] = []
        for word in self.words:
            names = [name.strip() for name in _FIELD.findall(word)]
            filled = _FIELD.sub(lambda field: _kept_or_shown(field[0], field[1].strip(), counts, values), word)
            several = next((counts[name] for name in names if name in counts), 1)
            if several == 1:
                made.append(filled)
                continue
            before, after = filled[: filled.index("{")], filled[filled.index("}") + 1 :]
            field = filled[len(before) : len(filled) - len(after)]
            made += [before + field, *[field] * (several - 2), field + after][:several]
        return made


def _kept_or_shown(field: str, name: str, counts: Mapping[str, int], values: Mapping[str, float]) -> str:
    return field if name == ANY or name in counts else _shown(name, values)


def _shown(expression: str, values: Mapping[str, float]) -> str:
    value = values[expression] if expression in values else evaluate(expression, **values)
    return str(value) if isinstance(value, int) else f"{value:.9g}"


def _between(word: str, expected: str, field: str | None) -> str | None:
    """Return what a word has in the place of the field; None where the rest of it is not as expected."""
    if field is None:
        return word if word == expected else None
    before, _, after = expected.partition(f"{{{field}}}")
    if not word.startswith(before) or not word.endswith(after) or len(word) < len(before) + len(after):
        return None
    return word[len(before) : len(word) - len(after)]


def _number(word: str, dtype: np.dtype) -> float | None:
    word = word.rstrip(_BETWEEN_NUMBERS)
    try:
        return (float if dtype.kind == "f" else int)(word) if len(word) <= _LONGEST else None
    except ValueError:
        return None


def _line(text: str, words: Sequence[re.Match[str]], at: int) -> int:
    return text.count("\n", 0, words[at].start() if at < len(words) else len(text.rstrip())) + 1

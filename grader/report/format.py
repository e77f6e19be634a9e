"""How the report says numbers, places and a student's own text, the same in HTML, terminal and trace."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence

from grader.plaintext import one_line, plain

OUTPUT_LIMIT_BYTES = 60_000
"""Captured printf text shown in a report; the rest is counted, not shown."""

WHOLE = 2**53
"""Up to here every whole number is a float of its own."""

SENTENCE_LIMIT = 1_500
"""Characters of one message that are shown."""

# C0 and C1 controls, DEL, bidirectional controls, zero-width marks, line and paragraph separators, lone surrogates
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ud800-\udfff\ufff9-\ufffb]"
)


def visible(text: str) -> str:
    """`text` with every control, bidirectional, zero-width or undecodable character replaced by a visible sign.

    Tabs and line feeds stay. What a reader sees is then what the compiler saw: nothing is reordered or hidden.
    """

    def sign(match: re.Match[str]) -> str:
        char, code = match.group(), ord(match.group())
        if char in "\t\n":
            return char
        if code < 0x20:
            return chr(0x2400 + code)
        return "\u2421" if code == 0x7F else "\ufffd" if 0xD800 <= code <= 0xDFFF else f"\u27e8U+{code:04X}\u27e9"

    return _INVISIBLE.sub(sign, text)


def number(value: float, digits: int = 6) -> str:
    """A number as a person would write it: whole ones whole, others with at most so many significant digits.

    `NaN` and `∞` go by name. Whole floats that are too large to be counted by are written as others.
    """
    if isinstance(value, int):
        return str(value).replace("-", "−")
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == int(value) and abs(value) < WHOLE:
        return str(int(value)).replace("-", "−")
    return f"{value:.{digits}g}".replace("-", "−")


def apart(one: float, other: float | None) -> tuple[str, str]:
    """Two numbers that are set against each other, with as many digits as make them differ; "" for an unknown one."""
    if other is None:
        return number(one), ""
    written = ((number(one, digits), number(other, digits)) for digits in range(6, 18))
    return next((pair for pair in written if pair[0] != pair[1]), (number(one), number(other)))


def short(value: float) -> str:
    """A float in at most about six characters, for a cell of a drawn matrix."""
    if not math.isfinite(value):
        return number(value)
    if value == int(value) and abs(value) < 1e5:
        return str(int(value)).replace("-", "−")
    return f"{value:.3g}".replace("-", "−").replace("e+0", "e").replace("e−0", "e−")


def count(value: int) -> str:
    """An exact count with thousands separated."""
    return f"{value:,}"


def brief_count(value: float) -> str:
    """A count in at most five characters, for a gutter: `512`, `8.2 k`, `1.05 M`."""
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= limit:
            scaled = value / (1e3 if unit == "k" else limit)
            return f"{scaled:.3g}\u202f{unit}" if scaled < 1000 else f"{scaled:.0f}\u202f{unit}"
    return f"{value:,.0f}" if value == int(value) else f"{value:.3g}"


def times(value: float) -> str:
    """A ratio such as `1.51×`."""
    return f"{value:.2f}×" if value < 10 else f"{value:.1f}×"


def milliseconds(value: float) -> str:
    """A time in milliseconds with three significant digits."""
    return f"{value:.3g} ms"


def dim3(value: tuple[int, int, int]) -> str:
    """A block or thread index without its trailing zero z: `(3,0)`."""
    x, y, z = value
    return f"({x},{y},{z})" if z else f"({x},{y})"


def ordinal(value: int) -> str:
    """A count as a place in order: 1st, 2nd, 11th."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def plural(amount: int, noun: str) -> str:
    """`1 case`, `12 cases`."""
    return f"{count(amount)} {noun if amount == 1 else noun + 's'}"


def joined(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shortened(text: str) -> tuple[str, str]:
    """The first `OUTPUT_LIMIT_BYTES` of `text` and a note on what was left out (empty when nothing was)."""
    left = len(text) - OUTPUT_LIMIT_BYTES
    return text[:OUTPUT_LIMIT_BYTES], f"{count(left)} more characters are not shown here." if left > 0 else ""


def clipped(text: str, limit: int = SENTENCE_LIMIT) -> str:
    """`text`, or its beginning where a student's names or a compiler's lists make it endless."""
    return text if len(text) <= limit else f"{text[:limit]} […]"


def isolation_line(missing: Sequence[str]) -> str:
    """Return what does not isolate a student's code here, in one line; nothing where all does."""
    names = [text.partition(":")[0] for text in missing]
    return f"Not isolated here: {', '.join(names)} (python -m grader doctor says why)" if names else ""


def embedded(value: object) -> str:
    """`value` as JSON that is safe inside a `<script>` element: no `<`, `>`, `&`, no raw U+2028, no NaN.

    Non-finite floats become the strings `NaN`, `Infinity`, `-Infinity`.
    """
    text = json.dumps(_finite(value), separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _finite(value: object) -> object:
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return int(value) if value == int(value) and abs(value) < 2**53 else float(f"{value:.9g}")
    if isinstance(value, dict):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~>$:])")


def markdown(text: str) -> str:
    """One line of text that Markdown shows as it is: no markup, no HTML, no mention, no end of a table cell."""
    text = _MARKDOWN.sub(r"\\\1", one_line(text, 2000).replace("&", "&amp;").replace("<", "&lt;"))
    return text.replace("@", "&#64;")


def code_block(text: str) -> str:
    """A fenced block of Markdown, with a fence longer than any run of backticks in the text."""
    text = plain(text)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"

"""Make untrusted text plain: names, messages and printed text may contain anything.

A student chooses the file's name, the text that the kernel prints and, through the compiler, parts of every message.
"""

from __future__ import annotations

import re

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-_])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ORDERS = re.compile(r"(?:^|[\r\n])[^\S\r\n]*:(?=:)|#(?=#(?:vso)?\[)")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # spreadsheets read the wide forms too


def plain(text: str, max_chars: int = 20_000) -> str:
    """Return text without terminal escapes, control characters or direction marks, with Unix line ends.

    Forbidden characters become `�`, so that nothing disappears silently. Longer text is cut, with a note of how much.
    """
    cut = len(text) - max_chars
    text = _ANSI.sub("�", text[:max_chars].replace("\r\n", "\n").replace("\r", "\n"))
    text = _BIDI.sub("�", _CONTROL.sub("�", text))
    return f"{text}\n[… {cut:,} more characters]" if cut > 0 else text


def one_line(text: str, max_chars: int = 500) -> str:
    """Return `plain` text on a single line."""
    text = " ".join(plain(text, 10 * max_chars).split())
    return text if len(text) <= max_chars else f"{text[: max_chars - 1]}…"


def csv_cell(text: str) -> str:
    """A name or message that a spreadsheet shows as text: a leading `'` where it would start a formula."""
    text = one_line(text, 2000)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def unobeyed(text: str) -> str:
    """Return the text with a blank inside what a CI runner executes: `::` at the start of a line, `##[`, `##vso[`."""
    return _ORDERS.sub(lambda match: f"{match[0]} ", text)


def points(value: float, decimals: int = 1) -> str:
    """Return points for people: no trailing zeros, at most `decimals` decimals."""
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if decimals else text
    return "0" if text in ("", "-0") else text


def points_of(value: float, most: float) -> str:
    """Return "x of y" points; a score below the maximum is never shown as the maximum."""
    shown = min(value, round(most, 1) - 0.1) if value < most and round(value, 1) >= round(most, 1) else value
    return f"{points(max(0.0, shown))} of {points(most)}"


IN_TABLES = 2
"""Decimals of points in tables for other programs, and of points that a course sets itself."""

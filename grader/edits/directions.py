"""Which way a text is wrong, as far as what stands there and what belongs there tell: too much or too little."""

from __future__ import annotations

import re

from grader.edits.change import Edit

_COMPARED = re.compile(r"(?<![<>=!-])([<>]=?)(?![<>])")
_STEP = re.compile(r"[+-]=\s*(.+)|\+\+|--", re.DOTALL)
_ONE_ADDED = re.compile(r"([+-]) 1$")
_ONE_COUNTED = re.compile(r"\(\w+ ([+-]) 1\) \*")


def directed(edit: Edit, data: bytes, width: str = "TILE_WIDTH") -> str:
    """Return the kind of an edit of a text, a narrower one where all of its changes go the same way.

    `width` is the macro that a block is as wide as: the same step as `blockDim.x`.
    """
    alike = re.compile(rf"\b{re.escape(width)}\b")
    family = edit.kind.removesuffix(" twice")
    found = {
        _direction(
            family,
            *(
                alike.sub("blockDim.x", text)
                for text in (data[change.start : change.end].decode("utf-8", "replace"), change.text)
            ),
        )
        for change in edit.changes
    }
    narrower = found.pop() if len(found) == 1 else ""
    return edit.kind.replace(family, narrower, 1) if narrower else edit.kind


def _direction(family: str, before: str, after: str) -> str:
    """Return the kind that says which way one change goes; empty where nobody knows."""
    if family == "comparison":
        return _strictness(before, after)
    if family == "one more or less":
        return _one(after)
    return _length(before, after) if family == "another step" else ""


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


def _length(before: str, after: str) -> str:
    """Return whether a step lacks a factor, or has one too many; `i++` is a step of 1."""
    steps = [_STEP.search(text) for text in (before, after)]
    if not all(steps):
        return ""
    old, new = ({part.strip() for part in (step[1] or "1").split("*")} - {"1"} for step in steps if step)
    if any(re.search(r"[^\w.]", part) for part in (*old, *new)):
        return ""
    return "step too short" if old < new else "step too long" if new < old else ""

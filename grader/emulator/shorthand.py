"""Shorthand in IR that is written as text, for two things that it would say again and again.

A word is read from a place in a record, and the place's address is `%x_at`. A loop ends: `%n_next` is one more than
`%n`, or as many as it says, and below the end the loop goes on.

    %x = word i64 <place> of %base
    step %n below %end, label %loop, label %after
    step %n by 32 below %end, label %loop, label %after
"""

from __future__ import annotations

import re

_WORD = re.compile(r"^ +%(\S+) = word (\S+) (\S+) of (%\S+)$", re.MULTILINE)
_STEP = re.compile(r"^ +step %(\S+)(?: by (\d+))? below (\S+), (label %\S+, label %\S+)$", re.MULTILINE)


def spelled_out(text: str) -> str:
    """The IR that a text with shorthand stands for."""
    text = _WORD.sub(r"  %\1_at = getelementptr i8, ptr \4, i64 \3\n  %\1 = load \2, ptr %\1_at", text)
    return _STEP.sub(_step, text)


def _step(found: re.Match[str]) -> str:
    name, by, end, labels = found.groups()
    return f"""\
  %{name}_next = add i64 %{name}, {by or 1}
  %{name}_more = icmp ult i64 %{name}_next, {end}
  br i1 %{name}_more, {labels}"""

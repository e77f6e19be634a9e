"""Errors for PTX that may be right, but that the emulator cannot run."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


class Unsupported(Exception):  # noqa: N818 - reads as what the instruction is
    """An instruction that the emulator does not know. It becomes a finding of this `kind` where it is reached."""

    kind = "unsupported"


class TooLarge(Unsupported):
    """A kernel that declares or needs more than a GPU allows."""

    kind = "resource-limit"


class Known(dict[str, Value]):
    """A table of everything known of one sort; it raises `Unsupported` for other keys."""

    def __missing__(self, key: str) -> Value:
        raise Unsupported(f"`{key}` here")

"""What the emulator says of PTX that is right, for all it knows, and that it cannot run all the same."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


class Unsupported(Exception):  # noqa: N818 - reads as what the instruction is
    """An instruction that the emulator does not know; it becomes a finding of this `kind` where it is reached."""

    kind = "unsupported"


class TooLarge(Unsupported):
    """A kernel that declares or needs more than a GPU gives."""

    kind = "resource-limit"


class Known(dict[str, Value]):
    """A table of all that is known of something; who looks for more is told so, by `Unsupported`."""

    def __missing__(self, key: str) -> Value:
        raise Unsupported(f"`{key}` here")

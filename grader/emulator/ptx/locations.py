"""Where in the CUDA source an instruction comes from: the lines that `.file` and `.loc` tell of."""

from __future__ import annotations

import re
from dataclasses import replace

from grader.emulator.ptx.nodes import NOWHERE, Instruction, Label, Location, Module

_LOC = re.compile(r"\.loc\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})(?:.*\binlined_at\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9}))?")
_FILE = re.compile(r'\.file\s+(\d{1,9})\s+"((?:[^"\\]|\\.)*)"')


class Locations:
    """The places that the `.loc` statements of a file name, each made once."""

    def __init__(self, text: str) -> None:
        self.files: dict[int, str] = {int(number): name for number, name in _FILE.findall(text)}
        self._places: dict[tuple[str, ...], Location] = {}

    def named(self, statement: str) -> Location | None:
        """The place that a `.loc` names; None where it says nothing that helps a person."""
        match = _LOC.match(statement)
        # Line 0 marks code the compiler made up; the line before it is the better answer for a person.
        if match and match[2] != "0":
            return self._place(match.group(1, 2, 3), match.group(4, 5, 6))
        return None

    def _place(self, numbers: tuple[str, ...], caller: tuple[str, ...] | None) -> Location:
        """A place by its file's number, line and column; a caller has been named before as a place of its own."""
        number, line, column = map(int, numbers)
        came_from = None
        if caller is not None and caller[0]:
            came_from = self._places.get(caller) or self._place(caller, None)
        made = self._places[numbers] = Location(self.files.get(number, ""), line, column, came_from)
        return made


def keep_to_own_file(module: Module) -> None:
    """What happens inside a header's functions happens on the line that calls them, in the file of the kernels.

    Code that is not optimised does not say which line that is: there it is the next one that is named.
    """
    kernel = next(iter(module.kernels), None)
    places = (_outermost(item) for item in kernel.body) if kernel else ()
    own = next((place.file for place in places if place is not None), "")
    for function in module.functions.values() if own else ():
        following = NOWHERE
        for number in range(len(function.body) - 1, -1, -1):
            item = function.body[number]
            if not isinstance(item, Instruction) or not item.location.line:
                continue
            if item.location.file != own:
                within = item.location.within(own)
                item = replace(item, location=within if within.file == own or not following.line else following)
                function.body[number] = item
            following = item.location if item.location.file == own else following


def _outermost(item: Instruction | Label) -> Location | None:
    """Where an instruction is after all that the compiler has put into one another."""
    place = item.location if isinstance(item, Instruction) else NOWHERE
    while place.caller is not None:
        place = place.caller
    return place if place.line else None

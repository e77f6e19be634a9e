"""Read a program's files: the one that is named, and the headers that it includes by name, as a compiler finds them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.compiling.host_tokens import NOWHERE, Place
from grader.compiling.hostcode import device_lines
from grader.compiling.lexer import lex, normalize
from grader.errors import UsageError
from grader.files import read_bounded

INCLUDE = Path(__file__).parent / "include"
"""The headers that are given; they are found in whatever folder a program looks for them."""
_MOST_BYTES, _MOST_FILES = 1 << 20, 100
_INCLUDES_THRUST = re.compile(r"^\s*#\s*include\s*[<\"]thrust/", re.MULTILINE)
_OF_THRUST = re.compile(r"(?:^|/)(?:thrust|cuda/(?:std|__\w+))/")
_THRUSTS_OWN = re.compile(r"\bdevice_(?:vector|ptr|reference)\s*<[^;(){}]*>\s*[&*]?\s*(\w+)")
"""What a program calls its device vectors and pointers."""
_GIVEN = re.compile(r"\bthrust\s*::\s*\w+\s*\(\s*([A-Za-z_]\w*)\s*[,+]")
_HEADERS = frozenset({".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".cu", ".cpp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A program: its files by path from its folder, the main one first, and macros of the command line.

    `place` is that folder from the root; `folders` are searched for headers; `spelled` says which file each include
    means. `changed` is the main file's text for the device half, if another.
    """

    files: Mapping[str, str]
    defines: Mapping[str, str]
    place: str = ""
    folders: tuple[str, ...] = ()
    spelled: Mapping[str, str] = field(default_factory=dict)
    changed: str = ""

    @property
    def name(self) -> str:
        """Name of the main file."""
        return next(iter(self.files))

    @property
    def units(self) -> tuple[str, ...]:
        """The files that are compiled, the main one first: those that no other includes."""
        return (self.name, *(name for name in self.files if name not in {self.name, *self.spelled.values()}))

    @property
    def uses_thrust(self) -> bool:
        """True if a file includes one of Thrust's headers."""
        return any(_INCLUDES_THRUST.search(text) for text in self.files.values())

    def is_thrust(self, code: Sequence[tuple[Place, str]]) -> bool:
        """True if code is Thrust's, or a function for the device that it may call: as `LineTable.code_at` tells it.

        That is of one instruction and of what called it, which is looked at where it is in no line of the program.
        """
        if not code or not self.uses_thrust:
            return False
        known = ((place, file) for place, file in code if not file or _OF_THRUST.search(file))
        place, file = next(known, (NOWHERE, "none")) if code[0][1] else code[0]
        if not (_OF_THRUST.search(file) or (not file and self._for_devices(place))):
            return False
        called = next((place for place, _ in code if place.line), NOWHERE)
        text = self.files.get(called.file, "")
        given = _GIVEN.search("".join(text.split("\n")[called.line - 1 : called.line]))
        name = given[1] if given else ""
        of_host = name and name not in _THRUSTS_OWN.findall(text) and re.search(rf"\*\s*{name}\s*[=;,)]", text)
        return not of_host  # a plain pointer alone means an algorithm of the host's

    def _for_devices(self, place: Place) -> bool:
        """True if a line is in a function that Thrust may call, or names what is Thrust's: code of that is inlined."""
        text = normalize(self.files.get(place.file, ""))
        own = r"\bthrust\s*::", *(rf"\b{name}\b" for name in _THRUSTS_OWN.findall(text))
        line = "".join(text.split("\n")[place.line - 1 : place.line])
        return re.search("|".join(own), line) is not None or any(place.line in each for each in device_lines(lex(text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is kept beside a built program: `unlooked` are the calls whose error it drops, `unset` variables with the
    lines that use them though nothing has set them.

    `half` is the compiled device half, as the last run has left it; it is `quiet` if there was nothing to tell.
    """

    unlooked: Sequence[tuple[str, int]] = ()
    unset: Sequence[tuple[str, int, str]] = ()
    half: str = ""
    quiet: bool = False


def read_program(
    path: Path, defines: Mapping[str, str], folders: Sequence[Path] = (), more: Sequence[Path] = ()
) -> Source:
    """Return the program. `folders` are searched for what it includes, after the folder of the including file.

    `more` are its other source files; the first `.cu` is the main file, whichever has `main()`. Files have their paths
    from the program's folder as names, as `../common/errors.h`. Raise `UsageError` for a file that cannot be read, or
    that is too large.
    """
    folder = path.resolve().parent
    path, *more = sorted((path, *more), key=lambda each: each.suffix != ".cu")
    places = tuple(os.path.relpath(each.resolve(), folder) for each in folders)
    files = {os.path.relpath(each.resolve(), folder): _text(each) for each in (path, *more)}
    spelled = dict[str, str]()
    waiting = [*files]
    for name in waiting:  # grows during the loop
        for _, spelled_so in lex(normalize(files[name])).included():
            if spelled_so[:1] + spelled_so[-1:] not in ('""', "<>"):
                continue
            wanted, beside = spelled_so[1:-1].strip(), [str(PurePosixPath(name).parent)] if spelled_so[0] == '"' else []
            candidates = (os.path.relpath(folder / place / wanted, folder) for place in (*beside, *places))
            found = next((at for at in candidates if _may_be_read(folder, at)), None)
            given = PurePosixPath(wanted).name
            if found is None and beside and given != wanted and (INCLUDE / given).is_file():  # `"../libwb/wb.h"`
                found = os.path.normpath(PurePosixPath(name).parent / wanted)
                files.setdefault(found, f"#include <{given}>\n")
            if found is None or len(files) >= _MOST_FILES:
                continue
            spelled.setdefault(wanted, found)
            if found not in files:
                files[found] = _text(folder / found)
                waiting.append(found)
    return Source(files=files, defines=defines, place=str(folder)[1:], folders=places, spelled=spelled)


def _may_be_read(folder: Path, name: str) -> bool:
    """True for a file of the program's folder, and for a header elsewhere: messages quote the lines of a file."""
    path = (folder / name).resolve()
    return path.is_file() and (path.is_relative_to(folder) or path.suffix in _HEADERS)


def _text(path: Path) -> str:
    try:
        return read_bounded(path, _MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None

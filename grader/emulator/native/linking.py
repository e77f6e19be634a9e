"""Joins one kernel's IR to what it calls of the runtime, which `scripts/build_runtime.py` compiled from C.

Only what is called is taken, with all that it calls in turn: making machine code of the rest would cost more than of
most kernels. What kernels have in common stays apart from what is one kernel's own, so that its machine code, which
takes as long to make as most kernels', is made once for many.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

_ITEM = re.compile(
    r"^(?:define [^@\n]*(?P<function>@[\w.]+)\(.*?^\}|(?:declare [^@\n]*)?(?P<line>[@%][\w.]+)[^\n]*)\n",
    re.MULTILINE | re.DOTALL,
)
_HEAD = re.compile(r"^define (?P<head>[^@\n]*(?P<name>@[\w.]+)\([^)\n]*\))", re.MULTILINE)
_PARAMETER = re.compile(r" %[\w.]+(?=[,)])")
# What Python enters; and how likely a branch is that a kernel's IR marks: the first way hardly ever, or nearly always.
_RUN = """
define i64 @run(ptr %ctx, i64 %first, i64 %last) {{
  %answer = call i64 @{entry}(ptr %ctx, i64 %first, i64 %last)
  ret i64 %answer
}}
"""
_LIKELY = """
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 2000, i32 1}
"""
_NAME = re.compile(r"@[\w.]+|%struct\.\w+")


@dataclass(frozen=True, slots=True)
class Linked:
    """The IR of one kernel, whose `run` Python enters, and of what it calls, often the same for many kernels."""

    own: str
    library: str

    @property
    def text(self) -> str:
        """Both, for a reader: LLVM wants each by itself."""
        return f"{self.own}\n{self.library}"


def linked(
    text: str,
    declarations: Iterable[str],
    numbers: Mapping[str, int],
    *,
    shared: Sequence[str] = (),
    always: Collection[str] = (),
    entry: str,
    ordered: bool = False,
) -> Linked:
    """A kernel's IR with what it calls of the runtime, and `run`, by the runtime's `entry`.

    `shared` are functions that many kernels have word for word, `numbers` the kernel's own, which both and the runtime
    read. Names of the runtime that are there `always`, called or not, make one library for all kernels. `ordered` says
    whether anybody asks who happened before whom. LLVM refuses names that nobody defines.
    """
    runtime = _library(ordered)
    own = text + _RUN.format(entry=entry)
    named = {name for item in shared for name in _NAME.findall(item)}
    mine = set(_NAME.findall(own))
    called = {name for name in runtime.keys() & mine if not name.startswith("@llvm.")}
    reached = _reached(runtime, named | called | {f"@{name}" for name in always})
    added = [runtime[name][0] for name in sorted(reached & runtime.keys())]
    known = {item for item in added if item.startswith("declare")}
    types = [item for item in added if item.startswith("%")]
    common = [item for item in added if item not in known and item not in types] + list(shared)
    needed = known | {f"{line}\n" for line in declarations}
    return Linked(
        own="".join([
            *sorted(needed),
            *(f"@{name} = constant i64 {number}\n" for name, number in numbers.items()),
            *_declared(common, mine), own, _LIKELY,
        ]),
        library="".join([
            *sorted(known), *types,
            *(f"@{name} = external constant i64\n" for name in numbers if f"@{name}" in reached),
            *_declared([own], reached), "\n".join(common), _LIKELY,
        ]),
    )  # fmt: skip


def _declared(texts: Iterable[str], names: Collection[str]) -> Iterator[str]:
    """Declarations of the functions of these names that the texts define."""
    for text in texts:
        for found in _HEAD.finditer(text):
            if found["name"] in names:
                yield f"declare {_PARAMETER.sub('', found['head'])}\n"


def _reached(library: Mapping[str, tuple[str, frozenset[str]]], names: Iterable[str]) -> set[str]:
    reached: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        reached.add(name)
        if name in library:
            waiting |= library[name][1] - reached
    return reached


@functools.cache
def _library(ordered: bool) -> dict[str, tuple[str, frozenset[str]]]:
    """The text of every function, table and type of the runtime, by name, and the names in it."""
    # Who happened before whom, or the same names where nobody asks.
    left_out = "unordered" if ordered else "ordering"
    apart = (left_out, "instructions")  # those stand in the kernel's own IR (`isa/functions.py`)
    rooms = [room for room in resources.files(__package__).iterdir() if room.is_dir() and room.name not in apart]
    files = [file for room in rooms for file in room.iterdir() if file.name.endswith(".ll")]
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for file in sorted(files, key=lambda file: file.name):
        for item in _ITEM.finditer(file.read_text(encoding="utf-8")):
            # Across the two modules that a kernel and its library are.
            name, text = item["function"] or item["line"], item[0].replace("define internal", "define", 1)
            if _is_definition(text, name):
                found[name] = text, frozenset(_NAME.findall(text)) - {name}
    return found


def _is_definition(text: str, name: str) -> bool:
    """Not of what another room or the kernel defines; what LLVM has itself is declared only."""
    return name.startswith("@llvm.") or not (text.startswith("declare") or " = external " in text)

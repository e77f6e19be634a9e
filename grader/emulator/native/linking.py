"""Adds to the IR of one kernel what it calls of the runtime, which `scripts/build_runtime.py` compiled from C.

Only what is called is added, with all that it calls in turn: making machine code of the rest would cost more than of
most kernels.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from importlib import resources

_ITEM = re.compile(
    r"^(?:define [^@\n]*(?P<function>@[\w.]+)\(.*?^\}|(?:declare [^@\n]*)?(?P<line>[@%][\w.]+)[^\n]*)\n",
    re.MULTILINE | re.DOTALL,
)
# What Python enters; and how likely a branch is that a kernel's IR marks: the first way hardly ever, or nearly always.
_RUN = """
define i64 @run(ptr %ctx, i64 %first, i64 %last) {{
  %answer = call i64 @{entry}(ptr %ctx, i64 %first, i64 %last)
  ret i64 %answer
}}

!0 = !{{!"branch_weights", i32 1, i32 2000}}
!1 = !{{!"branch_weights", i32 2000, i32 1}}
"""
_NAME = re.compile(r"@[\w.]+|%struct\.\w+")
_CALLED = re.compile(r"@[\w.]+(?=\()")


def linked(
    text: str, declarations: Iterable[str], numbers: Mapping[str, int], *, entry: str, ordered: bool = False
) -> str:
    """A kernel's IR with what it calls of the runtime, all declarations once, and `run`, by the runtime's `entry`.

    `numbers` are the kernel's own, which the runtime reads. `ordered` says whether anybody asks who happened before
    whom. LLVM refuses names that neither side defines.
    """
    library = _library(ordered)
    reached = _reached(library, {f"@{entry}"} | (library.keys() & set(_CALLED.findall(text))))
    added = [library[name][0] for name in sorted(reached & library.keys())]
    constants = [
        f"@{name} = internal constant i64 {number}\n" for name, number in numbers.items() if f"@{name}" in reached
    ]
    declared = {item for item in added if item.startswith("declare")} | {f"{line}\n" for line in declarations}
    defined = [item for item in added if item not in declared]
    return "".join([*sorted(declared), *constants, *defined, text, _RUN.format(entry=entry)])


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
    rooms = [room for room in resources.files(__package__).iterdir() if room.is_dir() and room.name != left_out]
    files = [file for room in rooms for file in room.iterdir() if file.name.endswith(".ll")]
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for file in sorted(files, key=lambda file: file.name):
        for item in _ITEM.finditer(file.read_text(encoding="utf-8")):
            name, text = item["function"] or item["line"], item[0]
            if _is_definition(text, name):
                found[name] = text, frozenset(_NAME.findall(text)) - {name}
    return found


def _is_definition(text: str, name: str) -> bool:
    """Not of what another room or the kernel defines; what LLVM has itself is declared only."""
    return name.startswith("@llvm.") or not (text.startswith("declare") or " = external " in text)

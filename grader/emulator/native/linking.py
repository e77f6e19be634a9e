"""Join one kernel's IR to the runtime functions that it calls, which `scripts/build_runtime.py` compiled from C.

Only functions that are called are taken, and those that they call: machine code of the rest would take longer to make
than that of most kernels. What kernels have in common stays apart from one kernel's own IR, so that its machine code is
made once for many kernels.
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
# The function that Python calls; and branch weights: the first way is nearly never, or nearly always, taken.
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
    """The IR of one kernel, whose `run` Python calls, and of the functions it calls, often the same for many
    kernels.
    """

    own: str
    library: str

    @property
    def text(self) -> str:
        """Both, for a reader; LLVM gets them separately."""
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
    """Return a kernel's IR with the runtime functions that it calls, and `run`, by the runtime's `entry`.

    `shared` are functions that many kernels have word for word. `numbers` are the kernel's own; both parts and the
    runtime read them. Names in `always` are added, called or not, to make one library for all kernels. `ordered` says
    whether accesses are ordered by more than barriers of the block. LLVM refuses undefined names.
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
    """Yield declarations of the functions of these names that the texts define."""
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
    """Return the text of every function, table and type of the runtime, by name, and the names in it."""
    # The order of accesses, or the same names for kernels that need none.
    left_out = "unordered" if ordered else "ordering"
    apart = (left_out, "instructions")  # these stand in the kernel's own IR (`isa/opcodes.py`)
    rooms = [room for room in resources.files(__package__).iterdir() if room.is_dir() and room.name not in apart]
    files = [file for room in rooms for file in room.iterdir() if file.name.endswith(".ll")]
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for file in sorted(files, key=lambda file: file.name):
        for item in _ITEM.finditer(file.read_text(encoding="utf-8")):
            # A kernel and its library are two modules.
            name, text = item["function"] or item["line"], item[0].replace("define internal", "define", 1)
            if _is_definition(text, name):
                found[name] = text, frozenset(_NAME.findall(text)) - {name}
    return found


def _is_definition(text: str, name: str) -> bool:
    """Return whether an item defines a name. LLVM's own functions are only declared."""
    return name.startswith("@llvm.") or not (text.startswith("declare") or " = external " in text)

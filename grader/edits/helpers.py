"""The functions of a program's host half that others call: what they are given, and what of it the device gets.

A mistake in what a helper is given shows in the helper, and one in what it gives where its value is used.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from grader.edits.nodes import factors, walk
from grader.edits.syntax import SyntaxTree

if TYPE_CHECKING:
    from tree_sitter import Node

TALKS = re.compile(r"<<<|\bcuda(?!GetErrorString|GetErrorName|Success|Error)[A-Z]\w*\s*\(|\bcudaLaunch")
_BYTES = {
    "cudaMalloc": (1,), "cudaMallocManaged": (1,), "cudaMallocHost": (1,), "cudaHostAlloc": (1,),
    "cudaMallocAsync": (1,), "cudaMemcpy": (2,), "cudaMemcpyAsync": (2,), "cudaMemset": (2,), "cudaMemsetAsync": (2,),
    "cudaMallocPitch": (2,), "cudaMemcpy2D": (1, 3, 4), "cudaMemcpy2DAsync": (1, 3, 4), "cudaMemset2D": (1, 3),
    "cudaMemcpyToSymbol": (2, 3), "cudaMemcpyFromSymbol": (2, 3), "make_cudaExtent": (0,), "make_cudaPitchedPtr": (1,),
    "kernel_call_syntax": (2,),
}  # fmt: skip
"""Which arguments of a call, and of <<<>>>, are counted in bytes."""
_KERNEL = re.compile(r"__global__\s+void\s+(\w+)\s*\(([^()]*)\)")
LISTS = ("argument_list", "kernel_call_syntax", "initializer_list")
STEPS = 3
"""Functions, one in the other, and names, one behind the other, that are followed."""


class Helpers:
    """The host's own functions, but for `main`: which talk to the device, where they are called, and with what."""

    def __init__(self, source: SyntaxTree) -> None:
        self._source = source
        self._functions = [each for each in source.host_functions if each.name not in ("", "main")]
        self.talking = frozenset(each.name for each in self._functions if TALKS.search(source.text(each.body)))

    @cached_property
    def _kernels(self) -> dict[str, str]:
        """The parameters of each kernel, as the text has them."""
        return dict(_KERNEL.findall(self._source.text(self._source.root)))

    def wants(self, kernel: str) -> list[str]:
        """Return the names of a kernel's parameters; none of any other function's."""
        return re.findall(r"(\w+)\s*(?:,|$)", self._kernels.get(kernel, ""))

    def kernels_like(self, name: str) -> list[str]:
        """Return the other kernels that take what one takes."""
        taken = {each: re.sub(r"\w+\s*(?=,|$)|\s", "", parameters) for each, parameters in self._kernels.items()}
        return [other for other, each in taken.items() if other != name and each == taken.get(name)]

    @cached_property
    def _calls(self) -> Mapping[str, set[int]]:
        found: dict[str, set[int]] = {}
        for node in walk(self._source.root):
            if node.type in LISTS and (name := called(self._source, node)):
                found.setdefault(name, set()).add(self._source.line(node.start_byte))
        return found

    def lines_of(self, names: Collection[str]) -> set[int]:
        """Return the lines of functions."""
        nodes = (each.node for each in self._functions if each.name in names)
        line = self._source.line
        return {each for node in nodes for each in range(line(node.start_byte), line(node.end_byte) + 1)}

    def callers(self, seen: Sequence[int]) -> set[int]:
        """Return lines, and those of the calls of the functions that they are in."""
        found = {*seen}
        for _ in range(STEPS):
            for each in self._functions:
                found |= set() if found.isdisjoint(self.lines_of([each.name])) else self._calls.get(each.name, set())
        return found

    def called_on(self, seen: Sequence[int]) -> set[str]:
        """Return the functions that are called on lines."""
        return {name for name, lines in self._calls.items() if not lines.isdisjoint(seen)}

    @cached_property
    def sizes(self) -> Mapping[str, Mapping[int, bool]]:
        """Which arguments of each function, and of the runtime's, count bytes, or elements (False)."""
        found = {name: dict.fromkeys(places, True) for name, places in _BYTES.items()}
        for _ in range(STEPS):
            for function in self._functions:
                places, text = self._parameters(function.node), self._source.text
                for listed in (node for node in walk(function.node) if node.type in LISTS):
                    sizes, given = found.get(called(self._source, listed), {}), arguments(listed)
                    for size, in_bytes in [(given[at], each) for at, each in sizes.items() if at < len(given)]:
                        for number in (each for each in factors(size) if text(each) in places):
                            own = found.setdefault(function.name, {})
                            own.setdefault(places[text(number)], in_bytes and number == size)
        return found

    def _parameters(self, function: Node) -> dict[str, int]:
        """The place of each parameter, also by the name of the member that a constructor sets to it."""
        declared = next((node for node in walk(function) if node.type == "parameter_list"), function)
        spelled = (each.child_by_field_name("declarator") or each for each in declared.named_children)
        names = (next((node for node in walk(each) if node.type == "identifier"), each) for each in spelled)
        found = {self._source.text(each): place for place, each in enumerate(names)}
        for node in (each for each in walk(function) if each.type == "field_initializer"):
            member, *given = (self._source.text(each).strip("(){}") for each in node.named_children)
            if given and given[0] in found:
                found[member] = found[given[0]]
        return found


def called(source: SyntaxTree, listed: Node) -> str:
    """Return what is given a list of arguments, by its last name: a function or a class; "" if it is something else."""
    around = listed.parent
    if listed.type == "kernel_call_syntax" or around is None:
        return listed.type
    if around.type == "init_declarator" and around.parent is not None:
        around = around.parent
    node = around.child_by_field_name("type" if around.type == "declaration" else "function")
    return re.split(r"\.|->|::", source.text(node).split("<")[0])[-1].strip() if node is not None else ""


def arguments(listed: Node) -> list[Node]:
    """Return what a list has, without remarks."""
    return [node for node in listed.named_children if node.type != "comment"]

"""A submitted file before compilation: its tokens, its kernels, and what the compiler may read."""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter
from pathlib import PurePath

from grader.compiling.directives import (
    Checked,
    asking_for,
    check_directives,
    define_block,
    taken_names,
    with_warnings,
)
from grader.compiling.headers import STAND_INS, base_of, cub_headers, std_forwarded, std_headers, thrust_headers
from grader.compiling.hostcode import (
    HOST_VARIABLE,
    Blanked,
    blank_host_code,
    blank_kernels,
    blank_unneeded,
    keep_constant_functions,
)
from grader.compiling.kernels import (
    KernelDeclaration,
    choose,
    name_expressions,
    only_tiled,
    scan_kernels,
)
from grader.compiling.launched import launched_templates
from grader.compiling.lexer import Token, lex, normalize
from grader.compiling.values import KERNEL_FILE, CompileOptions, CompileProblem
from grader.results import Kind

_DECLARES = frozenset({"=", ";", ",", "{"})


class SubmittedFile:
    """One file with its compile options.

    `declaration` is the wanted kernel in the source, or None. `blanked` is host code that is not compiled; with
    `consteval`, some of it is compiled, to compute constants.
    """

    def __init__(self, source: str, options: CompileOptions) -> None:
        self.options = options
        self.lexed = lex(normalize(source))
        # A name that is safe in `#line` and unmistakable in a log.
        name = PurePath(options.filename).name
        self.unit_name = name if re.fullmatch(r"[A-Za-z_][\w.-]*", name) else "submission.cu"
        self.kernels = scan_kernels(self.lexed)
        kernels = [kernel for kernel in self.kernels if kernel.name not in options.without]
        self.declaration = choose(kernels, options.names) if options.names else only_tiled(kernels)
        self.defines = {name: str(value) for name, value in options.defines.items()}
        self.checked: Checked = check_directives(self.lexed, options.headers, unknown_headers=options.unknown_headers)
        self.given = prepare_given(options.headers, self.checked.included, blank=options.blank_host_code)
        self.blanked: tuple[Blanked, ...] = ()
        self.consteval = False
        self._source = with_warnings(self.lexed, self.checked)
        if options.without:
            self._source = blank_kernels(self.lexed, options.without, self._source)
        if options.blank_host_code:
            device = blank_host_code(self.lexed, self._source)
            self._source, self.blanked = device.source, device.blanked

    @property
    def last_line(self) -> int:
        """Number of the last line that holds anything."""
        return self.lexed.source.rstrip().count("\n") + 1

    def problems(self) -> tuple[CompileProblem, ...]:
        """Return the reasons not to compile this file at all."""
        offset = self.lexed.source.find("\0")
        if offset >= 0:
            line = self.lexed.line(offset)
            return (CompileProblem.of("not-text", line),)
        return self.checked.problems or self._strange_characters() or self._host_macros()

    def without_unneeded(self) -> SubmittedFile | None:
        """Return the file without what its device code does not use; None if nothing changes."""
        if not self.options.blank_host_code:
            return None
        device = blank_unneeded(self.lexed, self._source)
        if not device.blanked:
            return None
        return self._with(device.source, sorted((*self.blanked, *device.blanked), key=attrgetter("first_line")))

    def with_constant_functions(self) -> SubmittedFile | None:
        """Return the file with the host's `constexpr` functions that device code names; None if there are none."""
        kept = keep_constant_functions(self.lexed, self.checked.source, self._source)
        if not kept.blanked or not self.options.blank_host_code:
            return None
        back = {(item.first_line, item.name) for item in kept.blanked}
        made = self._with(kept.source, [item for item in self.blanked if (item.first_line, item.name) not in back])
        made.consteval = True
        return made

    def _with(self, source: str, blanked: Iterable[Blanked]) -> SubmittedFile:
        """Return the file with another text for the compiler, without what was read in its own."""
        made = copy.copy(self)
        made._source, made.blanked = source, tuple(blanked)
        for name in ("_compiled", "mentions", "_of_std"):
            vars(made).pop(name, None)
        return made

    def notes(self) -> tuple[str, ...]:
        """Return sentences about what was changed or omitted."""
        if not self.blanked:
            return self.checked.notes
        listed = ", ".join(f"{item.name or item.why} ({_lines(item)})" for item in self.blanked)
        return (*self.checked.notes, f"Host code is not compiled: {listed}.")

    def headers(self) -> dict[str, str]:
        """Return the in-memory headers: stand-ins, the assignment's, and unknown ones that count as empty."""
        emptied = dict.fromkeys((*self.checked.emptied, *self.given.emptied), "#pragma once\n")
        for name in self._thrust():
            emptied.pop(name, None)
        emptied["cub/cub.cuh"] = "".join(f"#include <{name}>\n" for name in self._cub())
        known = {**STAND_INS, **self.given.texts, **emptied}
        named = (*self.checked.included, *self.given.included)
        # `"../course.h"` is the course's header: folders are ignored.
        elsewhere = {name: base_of(name, self.given.texts) for name in named}
        return known | {name: f"#include <{base}>\n" for name, base in elsewhere.items() if base != name}

    def cuda_headers(self) -> tuple[str, ...]:
        """Return CUDA's headers that the file, or one of the assignment's headers, includes."""
        libraries = (*std_headers(self._of_std), *self._cub(), *self._thrust())
        return tuple(dict.fromkeys((*self.checked.cuda_headers, *self.given.cuda_headers, *libraries)))

    @functools.cached_property
    def mentions(self) -> frozenset[str]:
        """All names in the file's device code, its macros, and the given headers."""
        return frozenset(token.text for run in self._compiled for token in run if token.kind == "name")

    @functools.cached_property
    def _compiled(self) -> Sequence[Sequence[Token]]:
        """The token sequences that the compiler gets: device code, directives, given headers."""
        headers = [lex(text) for text in self.given.texts.values()]
        directives = [directive.tokens for each in (self.lexed, *headers) for directive in each.directives]
        source = self._source
        return [
            [token for token in self.lexed.tokens if source[token.start] != " "],
            *directives, *(header.tokens for header in headers),
        ]  # fmt: skip

    @functools.cached_property
    def _of_std(self) -> frozenset[str]:
        """The names used from namespace `std`; none if the file or a given header defines it."""
        texts = [[token.text for token in run] for run in self._compiled]
        triples = {triple for run in texts for triple in zip(run, run[1:], run[2:], strict=False)}
        if ("namespace", "std", "{") in triples:
            return frozenset()
        named = frozenset(third for first, second, third in triples if (first, second) == ("std", "::"))
        every = ("using", "namespace", "std") in triples and "type_traits" in self.checked.included
        return named | self.mentions if every else named

    def _cub(self) -> tuple[str, ...]:
        """Return the CUB headers that replace cub/cub.cuh, if the file includes that."""
        return cub_headers(self.mentions) if "cub/cub.cuh" in self.checked.included else ()

    def _thrust(self) -> tuple[str, ...]:
        """Return the Thrust headers with device types that the file includes, if its device code uses Thrust."""
        return thrust_headers(self.checked.included) if "thrust" in self.mentions else ()

    def text(self, prelude: str) -> str:
        """Return the text to compile: prelude, macros, then the file under its own name and line numbers."""
        own = taken_names(self.declaration)
        before, after = define_block({name: value for name, value in self.defines.items() if name not in own})
        # A compiler's -D would also affect its built-in headers: a macro named T or N breaks them.
        wanted = "".join(f"template __global__ decltype({name}) {name};\n" for name in self.options.instances or ())
        after += f'#line 1 "{KERNEL_FILE}"\n{wanted}' if wanted else ""
        after = asking_for(self.options.chosen) + after
        return f'{prelude}{std_forwarded(self._of_std)}{before}#line 1 "{self.unit_name}"\n{self._source}\n{after}'

    def expressions(self) -> tuple[str, ...]:
        """Return expressions to request the kernel, best guess first; empty if the source does not show it."""
        kernel = self.declaration
        if kernel is None or self.options.instances is not None:
            return ()
        named = [name[name.index("<") :] for name in self.options.names if "<" in name]
        if named:
            return tuple(kernel.qualified + arguments for arguments in named)
        width = self.defines.get("TILE_WIDTH") or (str(self.options.as_launched) if self.options.as_launched else None)
        guessed = name_expressions(kernel, element=self.options.element, defines=self.defines, tile_width=width)
        launched = self._launched(kernel) if kernel.template else ()
        # Then the file's own defaults, the last guess, are more likely than a width of the grader's.
        return (*launched, *reversed(guessed)) if self.options.as_launched else (*guessed, *launched)

    def _launched(self, kernel: KernelDeclaration) -> tuple[str, ...]:
        """Return the instantiations that the file's host code launches."""
        launched = launched_templates(self.lexed, kernel, self.defines)
        return tuple(f"{kernel.qualified}<{', '.join(arguments)}>" for arguments in launched)

    def _host_macros(self) -> tuple[CompileProblem, ...]:
        """Report host variables with a macro's name: once blanked, the grader's macro would replace them."""
        taken = taken_names(self.declaration)
        for token, following in pairwise(self.lexed.tokens):
            if token.text in self.defines and token.text not in taken and following.text in _DECLARES:
                line = self.lexed.line(token.start)
                here = (item for item in self.blanked if item.first_line <= line <= item.last_line)
                if self._is_blanked(token.start) and any(item.why == HOST_VARIABLE for item in here):
                    used = any(t.text == token.text and not self._is_blanked(t.start) for t in self.lexed.tokens)
                    place = line, self.lexed.column(token.start)
                    facts = {"name": token.text, "value": self.defines[token.text]}
                    return (CompileProblem.of("macro-is-a-host-variable", *place, **facts),) if used else ()
        return ()

    def _is_blanked(self, offset: int) -> bool:
        return self._source[offset] == " "

    def _strange_characters(self) -> tuple[CompileProblem, ...]:
        """Return one error a line for characters that C++ has only in strings and comments, say typographic quotes."""
        found: dict[int, CompileProblem] = {}
        for token in self.lexed.tokens:
            if token.kind != "punct" or ord(token.text[0]) <= 126 or self._is_blanked(token.start):
                continue
            line, column = self.lexed.line(token.start), self.lexed.column(token.start)
            if line not in found:
                from grader.words import words  # imported late: most files have none, and YAML takes time

                said = words("compiler")
                facts = {"text": token.text, "code": f"{ord(token.text[0]):04X}", "quote": token.text in "“”„‘’´"}
                message, hint = said["strange character"](facts), said["delete it"](facts)
                found[line] = CompileProblem(
                    kind=Kind.COMPILE_ERROR, message=message, line=line, column=column, hint=hint
                )
        return tuple(found.values())


def _lines(item: Blanked) -> str:
    if item.first_line == item.last_line:
        return f"line {item.first_line}"
    return f"lines {item.first_line} to {item.last_line}"


@dataclass(slots=True)
class GivenHeaders:
    """Headers of an assignment that a file reaches: their texts by name, and the headers they include."""

    texts: dict[str, str] = field(default_factory=dict)
    cuda_headers: list[str] = field(default_factory=list)
    included: list[str] = field(default_factory=list)
    emptied: list[str] = field(default_factory=list)


def prepare_given(given: Mapping[str, str], included: Iterable[str], *, blank: bool) -> GivenHeaders:
    """Read the given headers that `included` reaches, directly or indirectly, each once.

    They are the instructor's: unknown headers in them count as empty. With `blank`, their host code is removed as in
    the student's file.
    """
    made = GivenHeaders()
    waiting = list(included)
    for name in waiting:  # grows during the loop
        text = given.get(base_of(name, given))
        if text is None or base_of(name, given) in made.texts:
            continue
        lexed = lex(normalize(text))
        checked = check_directives(lexed, given, unknown_headers="empty")
        made.texts[base_of(name, given)] = blank_host_code(lexed, checked.source).source if blank else checked.source
        made.cuda_headers += checked.cuda_headers
        made.emptied += checked.emptied
        made.included += checked.included
        waiting += checked.included
    return made

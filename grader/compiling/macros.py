"""The macros that the grader sets, mainly TILE_WIDTH, and files that fix their values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.compiling.directives import macro_definitions
from grader.compiling.kernels import KernelDeclaration
from grader.compiling.lexer import Directive, Lexed, spaced
from grader.compiling.values import CompileProblem
from grader.elements import WHOLE_WORDS
from grader.results import Diagnostic, Kind

CHECK_FILE = "grader-defines"  # file name in errors of the check after a source
_GUARDED = "Replace the line by: #ifndef {name} / #define {name} … / #endif, on three lines."
_INTEGER = re.compile(r"-?\d+[uUlL]*")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def define_block(macros: Mapping[str, str]) -> tuple[str, str]:
    """Return text before a source that sets `macros`, and text after it that fails if their values have changed.

    Raise `ValueError` for an invalid name or value.
    """
    before, after = [], []
    for name, value in macros.items():
        if not _IDENTIFIER.fullmatch(name) or "\n" in value:
            raise ValueError(f"not a macro definition: {name}={value}")
        before.append(f"#define {name} {value}\n")
        if _INTEGER.fullmatch(value):
            after.append(f"#if !defined({name}) || ({name}) != ({value})\n#error macro {name}\n#endif\n")
    check = f'#line 1 "{CHECK_FILE}"\n' + "".join(after) if after else ""
    return "".join(before), check


def taken_names(declaration: KernelDeclaration | None) -> frozenset[str]:
    """Return the names of the kernel's template parameters: a macro of such a name would break the template."""
    return frozenset(parameter.name for parameter in (declaration.template or ())) if declaration else frozenset()


def fixed_macros(
    lexed: Lexed,
    defines: Mapping[str, str],
    messages: Sequence[Diagnostic],
    found: Sequence[Diagnostic],
    filename: str,
) -> list[CompileProblem]:
    """Return a problem for each macro that the file sets itself, with `#define` or as a constant.

    `messages` are all of the compiler's, including those of the check after the source; `found` are those about the
    file.
    """
    failed = [item.message for item in messages if item.file == CHECK_FILE]
    problems = []
    written = macro_definitions(lexed)
    for name, value in defines.items():
        if any(re.search(rf"\bmacro {re.escape(name)}$", message) for message in failed):
            problems.append(_defined(lexed, name, value, written.get(name)))
        else:
            problems.extend(_declared(lexed, name, value, found, filename))
    return problems


def host_variable(name: str, value: str, place: tuple[int, int]) -> CompileProblem:
    """Return the problem of `int TILE_WIDTH = 16;` at file scope: a kernel cannot read it.

    The grader's macro must not silently replace it.
    """
    return CompileProblem(
        kind=Kind.COMPILE_ERROR,
        message=f"the name {name} is a variable of the host here, and a kernel cannot read those",
        line=place[0], column=place[1],
        hint=f"{_GUARDED.format(name=name)} The grader sets it as a macro (to {value} here).",
    )  # fmt: skip


def _defined(lexed: Lexed, name: str, value: str, directive: Directive | None) -> CompileProblem:
    own = spaced(directive.tokens[1:]) if directive else "another value"
    return CompileProblem(
        kind=Kind.COMPILE_ERROR,
        message=f"this file fixes its own {name} = {own}; the grader needs to set it (to {value} here)",
        line=lexed.line(directive.start) if directive else 0,
        hint=f"Guard it: put #ifndef {name} before the #define and #endif after it.",
    )


def _declared(lexed: Lexed, name: str, value: str, found: Sequence[Diagnostic], filename: str) -> list[CompileProblem]:
    """Find `const int TILE_WIDTH = 16;`, where the macro has replaced the name."""
    types = "|".join(sorted(WHOLE_WORDS))
    pattern = re.compile(rf"\b(?:{types}|auto|enum\b[^;]*\{{)[^;,()]*?\b{re.escape(name)}\s*=")
    lines = lexed.source.split("\n")
    for item in found:
        if item.severity == "error" and item.file == filename and 0 < item.line <= len(lines):
            text = lines[item.line - 1]
            if pattern.search(text):
                return [
                    CompileProblem(
                        kind=Kind.COMPILE_ERROR,
                        message=f"this file declares {name} itself; the grader sets it as a macro (to {value} here)",
                        line=item.line,
                        column=text.index(name) + 1,
                        hint=_GUARDED.format(name=name),
                    )
                ]
    return []

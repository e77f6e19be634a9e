"""Writing headers into a text in the place of their `#include`, for a compiler that has no in-memory files."""

from __future__ import annotations

from collections.abc import Mapping

from grader.compiling.lexer import Directive, Lexed, lex

_DEPTH = 12  # headers of an assignment that include each other in a circle end here


def write_in_headers(text: str, headers: Mapping[str, str], *, name: str) -> str:
    """The text with each `#include` of a known header replaced by the header, under its own name and lines.

    `text` must say itself where its lines belong (`#line 1 "name"`). A header counts once, as if it had a guard; an
    include that is not known stays, for the compiler to refuse.
    """
    start = text.find(f'#line 1 "{name}"\n')
    body = start + len(f'#line 1 "{name}"\n') if start >= 0 else 0
    return text[:body] + _written(text[body:], headers, name, 0)


def _written(text: str, headers: Mapping[str, str], name: str, depth: int) -> str:
    lexed = lex(text)
    made, at = [], 0
    for directive in lexed.directives:
        wanted = _wanted(lexed, directive)
        if directive.name == "include" and wanted in headers and depth < _DEPTH:
            made.append(text[at : directive.start])
            line = lexed.line(directive.end)
            made.append(f"\n{_guarded(wanted, headers, depth)}\n" + f'#line {line} "{name}"\n')
            at = directive.end
    return "".join([*made, text[at:]])


def _guarded(wanted: str, headers: Mapping[str, str], depth: int) -> str:
    guard = "GRADER_HEADER_" + "".join(c if c.isalnum() and c.isascii() else f"_{ord(c)}_" for c in wanted)
    inner = _written(headers[wanted].replace("#pragma once", ""), headers, wanted, depth + 1)
    return f'#ifndef {guard}\n#define {guard}\n#line 1 "{wanted}"\n{inner}\n#endif'


def _wanted(lexed: Lexed, directive: Directive) -> str:
    if not directive.tokens:
        return ""
    return lexed.source[directive.tokens[0].start : directive.tokens[-1].end].strip('<>"').strip()

"""The headers that an assignment gives, made ready: host functions blanked, what they include themselves at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from grader.compiling.directives import check_directives
from grader.compiling.headers import base_of
from grader.compiling.hostcode import blank_host_code
from grader.compiling.lexer import lex, normalize


@dataclass(slots=True)
class GivenHeaders:
    """The headers of an assignment that a file reaches: their texts by name, and what they include in turn."""

    texts: dict[str, str] = field(default_factory=dict)
    cuda_headers: list[str] = field(default_factory=list)
    included: list[str] = field(default_factory=list)
    emptied: list[str] = field(default_factory=list)


def prepare_given(given: Mapping[str, str], included: Iterable[str], *, blank: bool) -> GivenHeaders:
    """Read the given headers that `included` names reach, one through another, each once.

    They are the instructor's: an unknown header in them is taken as an empty file, and `blank` frees them of host code
    as the student's file is freed of it.
    """
    made = GivenHeaders()
    waiting = list(included)
    for name in waiting:  # which grows
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

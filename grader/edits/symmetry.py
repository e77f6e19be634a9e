"""Prefer edits that make code similar: rows and columns, the loads of both matrices, several components.

An edit that gives a line the form of another line is more plausible than one that makes it unique.
"""

from __future__ import annotations

import bisect
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from grader.edits.change import Edit
from grader.edits.context import EditSite
from grader.edits.syntax import DeclaredName, Sort

CHEAPER = 7
SHORTEST = 5
"""Minimum tokens of a line for a comparison: shorter lines are similar by accident."""
_TOKEN = re.compile(rb"[A-Za-z_]\w*(?:\.[a-z]\b)?|\d[\w.]*|[^\s\w]")
_SETTING = re.compile(rb"^[^=<>!]*?[\w\])]\s*[-+*/]?=(?!=)")
_DEPTH = 4

Form = tuple[bytes, ...]


def likelier(site: EditSite, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield the edits, at a lower cost if they make a line similar to another one of the function."""
    data, roles = site.source.data, _roles(site)
    first, last = site.function.node.start_byte, site.function.node.end_byte
    starts = [0, *(match.end() for match in re.finditer(rb"\n", data))]
    forms = [_form(line, roles) for line in data[first:last].split(b"\n")]
    seen = Counter(forms)
    above = bisect.bisect(starts, first)
    for edit in edits:
        number = bisect.bisect(starts, edit.changes[0].start)
        begin, end = starts[number - 1], starts[number] - 1 if number < len(starts) else len(data)
        if edit.changes[-1].end > end or not first <= begin < last or any("\n" in c.text for c in edit.changes):
            yield edit
            continue
        old, parts, at = forms[number - above], [], begin
        if b"for" in old:  # loops are similar whatever they count
            yield edit
            continue
        for change in edit.changes:
            parts += [data[at : change.start], change.text.encode()]
            at = change.end
        form = _form(b"".join((*parts, data[at:end])), roles)
        alike = len(form) >= SHORTEST and form != old and seen[form]
        yield edit.costing(edit.cost - CHEAPER) if alike else edit


def _form(line: bytes, roles: Mapping[bytes, bytes]) -> Form:
    """Return a line's tokens, sorted, with names replaced by their roles and without the assigned name."""
    said = _SETTING.sub(b"=", line.split(b"//")[0], count=1)
    return tuple(sorted(map(roles.__getitem__, _TOKEN.findall(said))))


class _Roles(dict[bytes, bytes]):
    """The role of each token; a token that is not a name stands for itself."""

    def __missing__(self, token: bytes) -> bytes:
        self[token] = _across(token)
        return self[token]


def _across(token: bytes) -> bytes:
    """Return the token with axes and vector components treated as equal."""
    return token[:-1] + b"#" if token[-2:] in (b".x", b".y", b".z", b".w") else token


def _roles(site: EditSite) -> _Roles:
    """Return the role of each name of a function: what its value is computed from, or what it is."""
    known = {item.name: item for item in site.function.variables}
    return _Roles((name.encode(), _role(site, known, item, _DEPTH)) for name, item in known.items())


def _role(site: EditSite, known: Mapping[str, DeclaredName], variable: DeclaredName, depth: int) -> bytes:
    if variable.sort in (Sort.POINTER, Sort.ARRAY):
        return variable.sort.encode()
    if variable.parameter:
        return b"size"
    value = site.values.get(variable.name)
    if value is None or not depth:
        return variable.name.encode()
    parts = (
        _role(site, known, known[name], depth - 1) if (name := token.decode("utf-8", "replace")) in known
        else _across(token)
        for token in _TOKEN.findall(site.text(value).encode())
    )  # fmt: skip
    return b"(" + b"".join(sorted(parts)) + b")"

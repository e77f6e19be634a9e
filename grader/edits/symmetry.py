"""What is done alike in two places is meant alike: rows and columns, the loads of both matrices, several components.

An edit after which a line has the form of another one, which it had not before, is likelier than one after which it
stands alone.
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
"""Tokens of a line that can be like another: shorter ones are like each other by accident."""
_TOKEN = re.compile(rb"[A-Za-z_]\w*(?:\.[a-z]\b)?|\d[\w.]*|[^\s\w]")
_SETTING = re.compile(rb"^[^=<>!]*?[\w\])]\s*[-+*/]?=(?!=)")
_DEPTH = 4

Form = tuple[bytes, ...]


def likelier(site: EditSite, edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits, cheaper where they make a line of the function like another one of it."""
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
        if b"for" in old:  # loops are alike whatever they count
            yield edit
            continue
        for change in edit.changes:
            parts += [data[at : change.start], change.text.encode()]
            at = change.end
        form = _form(b"".join((*parts, data[at:end])), roles)
        alike = len(form) >= SHORTEST and form != old and seen[form]
        yield edit.costing(edit.cost - CHEAPER) if alike else edit


def _form(line: bytes, roles: Mapping[bytes, bytes]) -> Form:
    """What a line is made of, in no order: each name by its role; what it sets is left out."""
    said = _SETTING.sub(b"=", line.split(b"//")[0], count=1)
    return tuple(sorted(map(roles.__getitem__, _TOKEN.findall(said))))


class _Roles(dict[bytes, bytes]):
    """What each token stands for; of those that are no names, itself."""

    def __missing__(self, token: bytes) -> bytes:
        self[token] = _across(token)
        return self[token]


def _across(token: bytes) -> bytes:
    """Both axes, and the components of a vector, are the same."""
    return token[:-1] + b"#" if token[-2:] in (b".x", b".y", b".z", b".w") else token


def _roles(site: EditSite) -> _Roles:
    """What each name of a function stands for: what its value is made of, or what it is."""
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

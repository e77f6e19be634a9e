"""All edits of a text, from all families, more plausible ones first.

Three things make an edit more plausible than its own cost tells: its line decides about a line that was seen to be
wrong (`remoteness`), it gives a line the form of another one (`likelier`), or it is needed twice (`twins`).
"""

from __future__ import annotations

import bisect
import heapq
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from grader.edits import barriers, declarations, expressions, guards, statements
from grader.edits.change import MOST_EDITS, Edit
from grader.edits.context import EditSite
from grader.edits.nodes import walk
from grader.edits.observing import places_of
from grader.edits.syntax import DeclaredName, FunctionText, Sort, SyntaxTree
from grader.words.tables import edit_kinds

if TYPE_CHECKING:
    from tree_sitter import Node


def edits_of(source: SyntaxTree) -> tuple[Edit, ...]:
    """Return the edits of the graded kernel and of the functions it calls, more plausible first, without duplicates."""
    return EditReading(source).edits({})


def barriers_dropped(source: SyntaxTree) -> tuple[Edit, ...]:
    """Return the edits that remove one barrier."""
    sites = (EditSite(source, function) for function in source.functions)
    found = (edit for site in sites for edit in barriers.barriers_dropped(site))
    return tuple(sorted(different(source.data, found).values(), key=_place))


class EditReading:
    """A source's edits: made before findings are known, and sorted once they are."""

    def __init__(self, source: SyntaxTree) -> None:
        self._sites = sites = [EditSite(source, function) for function in source.functions]
        families = (statements, guards, expressions, declarations)
        found = [edit for site in sites for family in families for edit in likelier(site, family.edits(site))]
        self._data = source.data
        of_file = (
            declarations.edits_of_macros,
            declarations.edits_of_constants,
            declarations.edits_of_ends,
            declarations.edits_of_arguments,
            declarations.edits_of_named_types,
        )
        single = different(source.data, (*found, *(edit for edits in of_file for edit in edits(source))))
        self._texts, self._single = single.keys(), tuple(single.values())
        self._groups = alike(source.data, self._single)
        self._deciding = deciding(source, source.functions)
        self._stores = {
            source.line(node.start_byte): LAST for site in sites for node in site.stores if site.is_global(node)
        }

    def edits(
        self, seen: Mapping[int, int], nearer: Mapping[str, int] | None = None, most: int = MOST_EDITS
    ) -> tuple[Edit, ...]:
        """Return the edits, more plausible first, without duplicates, at most `most` of the switchable ones.

        `seen` maps lines where something is wrong to a handicap; lines that they depend on become more plausible.
        `nearer` maps kinds of edits to a reduction of cost.
        """
        far = remoteness(self._deciding, self._stores | dict(seen))
        single = [placed(edit, far, nearer or {}) for edit in self._single]
        pairs = different(self._data, twins([[single[place] for place in group] for group in self._groups]))
        new = (pair for text, pair in pairs.items() if text not in self._texts)
        ordered = sorted((*single, *new), key=_place)[:MOST_EDITS]
        switched = itertools.count(1)
        return tuple(edit for edit in ordered if not edit.switched or next(switched) <= most)

    def places(self, seen: Mapping[int, int]) -> tuple[Edit, ...]:
        """Return the places near what was seen, where something may be composed."""
        return places_of(self._sites, remoteness(self._deciding, self._stores | dict(seen)))


def placed(edit: Edit, far: Mapping[int, int], nearer: Mapping[str, int]) -> Edit:
    """Return the edit at a cost that tells how far its line is from what was seen, and how likely its kind is."""
    # No value decides where threads wait: such edits are equally far from all findings.
    kind = edit.kind.removesuffix(" twice")
    known = edit_kinds().get(kind)
    away = 0 if known and known.waits else far.get(edit.line, FARTHEST)
    likely = nearer.get(kind, 0)
    return edit.costing(edit.cost + away - likely) if away != likely else edit


def _place(edit: Edit) -> tuple[int, int]:
    return edit.cost, edit.changes[0].start


def different(data: bytes, edits: Iterable[Edit]) -> dict[bytes, Edit]:
    """Return the edits that change the text, keyed by the resulting text; the cheapest for each."""
    best: dict[object, Edit] = {}
    for edit in edits:
        made = edit.essence(data)
        known = best.get(made)
        if made and (known is None or edit.cost < known.cost):
            best[made] = edit
    texts = {edit.apply(data): edit for edit in sorted(best.values(), key=_place, reverse=True)}
    texts.pop(data, None)
    return texts


STEP = 2
FARTHEST = 9
"""Additional cost of an edit per step of dependence from a line seen to be wrong, and its maximum."""
LAST = 3
"""Handicap of a line that stores a result: errors show there but are mostly made earlier."""
_HEADERS = ("if_statement", "for_statement", "while_statement", "do_statement")
_LEAVING = ("return_statement", "break_statement", "continue_statement")
_GIVING = ("return_statement", "assignment_expression")
_SET = {
    "assignment_expression": "left",
    "update_expression": "argument",
    "init_declarator": "declarator",
    "array_declarator": "declarator",
}


def remoteness(decides: Mapping[int, set[int]], seen: Mapping[int, int]) -> Mapping[int, int]:
    """Return each line's distance from the lines seen to be wrong, each with its handicap; far lines are missing.

    `decides` maps each line to the lines that it depends on.
    """
    found: dict[int, int] = {}
    waiting = [(handicap, line) for line, handicap in seen.items()]
    heapq.heapify(waiting)
    while waiting:
        distance, line = heapq.heappop(waiting)
        if line in found or distance >= FARTHEST:
            continue
        found[line] = distance
        for other in decides.get(line, ()):
            heapq.heappush(waiting, (distance + STEP, other))
    return found


def deciding(source: SyntaxTree, functions: Sequence[FunctionText]) -> Mapping[int, set[int]]:
    """Return for each line of some functions the lines that it directly depends on."""
    found: dict[int, set[int]] = {}
    called, giving = _calls(source, functions), _giving(source, functions)
    macros = _definitions(source)
    for function in functions:
        sets = _setting(source, function)
        for node, around in _with_headers(function.body):
            line = source.line(node.start_byte)
            lines = found.setdefault(line, set())
            lines |= around
            if node.type in ("identifier", "field_identifier", "type_identifier"):  # a type's: of its constructor
                name = source.text(node)
                lines |= sets.get(name, macros.get(name, set())) | giving.get(name, set())
        leaving = [source.line(node.start_byte) for node in walk(function.body) if _leaves(node)]
        for line in range(source.line(function.node.start_byte), source.line(function.node.end_byte) + 1):
            before = {other for other in leaving if other < line}
            found.setdefault(line, set()).update(called.get(function.name, set()) | before)
    return found


def _definitions(source: SyntaxTree) -> Mapping[str, set[int]]:
    """Return the lines that define each macro, with or without parameters, and each type that the file names."""
    macros = (node for node in walk(source.root) if node.type in ("preproc_def", "preproc_function_def"))
    found = _lines(source, (name for node in macros if (name := node.child_by_field_name("name")) is not None))
    return found | {name: {source.line(kind.start_byte)} for name, kind in source.types.items()}


def _lines(source: SyntaxTree, names: Iterable[Node]) -> dict[str, set[int]]:
    """Return the lines on which each name stands."""
    found: dict[str, set[int]] = {}
    for name in names:
        found.setdefault(source.text(name), set()).add(source.line(name.start_byte))
    return found


def _leaves(node: Node) -> bool:
    """Return whether a condition lets threads leave, so that everything after it depends on it."""
    body = node.child_by_field_name("consequence") if node.type == "if_statement" else None
    return body is not None and any(item.type in _LEAVING for item in walk(body))


def _setting(source: SyntaxTree, function: FunctionText) -> Mapping[str, set[int]]:
    """Return the lines that set each name or one of its elements; a parameter is set where it is declared."""
    found = {item.name: {source.line(item.first)} for item in function.variables if item.parameter}
    for node in walk(function.body):
        field = _SET.get(node.type)
        target = node.child_by_field_name(field) if field else None
        name = next((item for item in walk(target) if item.type == "identifier"), None) if target is not None else None
        if name is not None and (value := node.child_by_field_name("value")) and value.type == "lambda_expression":
            inside = (each for each in walk(value) if each.type in _GIVING)
            found.setdefault(source.text(name), set()).update(source.line(each.start_byte) for each in inside)
        # A called function may change its arguments, and what they point to.
        names = [name] if name is not None else node.named_children if node.type == "argument_list" else []
        for given in names:
            name = given.child_by_field_name("argument") if given.type == "pointer_expression" else given
            if name is not None and name.type == "identifier":
                found.setdefault(source.text(name), set()).add(source.line(node.start_byte))
    return found


def _giving(source: SyntaxTree, functions: Sequence[FunctionText]) -> Mapping[str, set[int]]:
    """Return for each function the lines that affect its caller: returns and assignments."""
    return {
        function.name: {
            source.line(node.start_byte) for node in walk(function.body)
            if node.type in _GIVING
        }
        for function in functions
    }  # fmt: skip


def _calls(source: SyntaxTree, functions: Sequence[FunctionText]) -> Mapping[str, set[int]]:
    nodes = (node for function in functions for node in walk(function.body) if node.type == "call_expression")
    called = (function for node in nodes if (function := node.child_by_field_name("function")) is not None)
    return _lines(source, (item for function in called for item in walk(function) if item.type.endswith("identifier")))


def _with_headers(body: Node) -> Iterator[tuple[Node, set[int]]]:
    """Yield every node with the lines of the loops and conditions around it."""
    waiting: list[tuple[Node, frozenset[int]]] = [(body, frozenset())]
    while waiting:
        node, around = waiting.pop()
        yield node, set(around)
        inner = around | {node.start_point[0] + 1} if node.type in _HEADERS else around
        waiting += [(child, inner) for child in node.named_children]


CHEAPER = 7
SHORTEST = 5
"""Minimum tokens of a line for a comparison: shorter lines are similar by accident."""
_TOKEN = re.compile(rb"[A-Za-z_]\w*(?:\.[a-z]\b)?|\d[\w.]*|[^\s\w]")
_SETTING = re.compile(rb"^[^=<>!]*?[\w\])]\s*[-+*/]?=(?!=)")
_DEPTH = 4

Form = tuple[bytes, ...]


def likelier(site: EditSite, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield the edits, at a lower cost if they make a line similar to another one of the function.

    What belongs together looks alike: rows and columns, the loads of both matrices, the components of a vector.
    """
    data, roles = site.source.data, _roles(site)
    first, last = site.function.node.start_byte, site.function.node.end_byte
    starts = site.source.line_starts
    forms = [_form(line, roles) for line in data[first:last].split(b"\n")]
    seen = Counter(forms)
    above = bisect.bisect(starts, first)
    for edit in edits:
        number = bisect.bisect(starts, edit.changes[0].start)
        begin, end = starts[number - 1], starts[number] - 1 if number < len(starts) else len(data)
        if edit.changes[-1].end > end or not first <= begin < last:
            yield edit
            continue
        old, parts, at = forms[number - above], [], begin
        for change in edit.changes:
            parts += [data[at : change.start], change.text.encode()]
            at = change.end
        line = b"".join((*parts, data[at:end]))
        if b"\n" in line or b"for" in old:  # loops are similar whatever they count
            yield edit
            continue
        form = _form(line, roles)
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


MOST_OF_A_KIND = 14
MOST_PAIRS = 400
FARTHEST_APART = 6
"""Maximum lines between the two."""
_DEARER, _SAME_LINE = 5, 1
_ALIKE_BY_KIND = ("guard added", "guard replaced", "zero fill", "value zero")
_WORD_OR_SIGN = re.compile(r"[A-Za-z_]\w*|\d+|[^\s\w]+")
_AXIS = re.compile(r"^([a-z]?)[xy]$")
"""An axis, or the name of a place along one: `x`, `ty`."""

Sign = tuple[str, tuple[str, ...], tuple[str, ...]]


def alike(data: bytes, edits: Sequence[Edit]) -> list[list[int]]:
    """Return groups of two or more indices of edits that make the same change."""
    groups: dict[Sign, list[int]] = {}
    signs: dict[tuple[str, bytes, str], Sign] = {}
    for place, edit in enumerate(edits):
        if edit.switched and len(edit.changes) == 1 and (edit.kind == "barrier" or "barrier" not in edit.kind):
            change = edit.changes[0]
            made = edit.kind, data[change.start : change.end], change.text
            if made not in signs:
                signs[made] = _sign(*made)
            groups.setdefault(signs[made], []).append(place)
    return [group for group in groups.values() if len(group) > 1]


def twins(groups: Iterable[Sequence[Edit]]) -> Iterator[Edit]:
    """Yield pairs of edits in a group that are close to each other, more plausible first."""
    pairs = (pair for group in groups for pair in _twins_in(sorted(group, key=_place)))
    for cost, _, first, second in itertools.islice(sorted(pairs, key=itemgetter(0, 1)), MOST_PAIRS):
        yield Edit(
            kind=f"{first.kind} twice",
            line=first.line,
            cost=cost,
            changes=(*first.changes, *second.changes),
            switches=(*first.switched, *second.switched),
        )


def _twins_in(group: Sequence[Edit]) -> Iterator[tuple[int, int, Edit, Edit]]:
    """Yield each pair's cost, start, and two edits in text order."""
    for one, other in itertools.combinations(group[:MOST_OF_A_KIND], 2):
        first, second = (one, other) if one.changes[0].start <= other.changes[0].start else (other, one)
        apart = first.changes[0].end <= second.changes[0].start
        if apart and second.line - first.line <= FARTHEST_APART:
            dearer = (
                0
                if one.kind in (*_ALIKE_BY_KIND, "value outside")
                else _SAME_LINE
                if first.line == second.line
                else _DEARER
            )
            cost = max(one.cost, other.cost) + dearer
            yield cost, first.changes[0].start, first, second


def _sign(kind: str, old: bytes, new: str) -> Sign:
    """Return what is removed and inserted, with x and y treated as equal."""
    if kind in _ALIKE_BY_KIND:
        return kind, (), ()
    before, after = _tokens(old.decode("utf-8", "replace")), _tokens(new)
    for token in tuple(before):
        if token in after:
            before.remove(token)
            after.remove(token)
    return kind, tuple(sorted(before)), tuple(sorted(after))


def _tokens(text: str) -> list[str]:
    return [_AXIS.sub(r"\1axis", token) for token in _WORD_OR_SIGN.findall(text)]

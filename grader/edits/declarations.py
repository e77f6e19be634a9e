"""Edits of declarations, macros and what templates are given: types, `__shared__`, sizes, parameters.

Most need a compilation of their own.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.edits import expressions
from grader.edits.barriers import dropped
from grader.edits.change import Change, Edit, How
from grader.edits.context import EditSite, is_loose, over
from grader.edits.match import ENDS, ZERO
from grader.edits.nodes import LOOPS, ancestors, operator_of, subscript_chain, walk
from grader.edits.syntax import Sort, SyntaxTree
from grader.elements import FLOAT_WORDS, WHOLE_WORDS

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_ORDERS = 12
MOST_USES = 2
"""Places of a type's name, that where it is made included, up to which to change the type is as near as one place."""
_OTHER_TYPES = {
    "int": ("float",), "float": ("int",), "double": ("int",),
    **dict.fromkeys(("unsigned", "unsigned int", "unsigned long", "unsigned long long"), ("int", "float")),
    **dict.fromkeys(("char", "short", "unsigned char", "unsigned short", "bool"), ("int", "float")),
}  # fmt: skip
_WIDTHS = ("8", "16", "32")
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_NARROW = {"char", "short", "int8_t", "uint8_t", "int16_t", "uint16_t", "bool"}
_OF_NUMBERS = re.compile(
    r"(?:[-+~()<>*\s]|0[xX][\da-fA-F]+[uU]?|[\d.]+(?:[eE][-+]?\d+)?[fFuUlL]*|(?:FLT|INT)_M(?:IN|AX)|INFINITY)+"
)
_QUOTIENT = re.compile(r"(?<![\w.])(\d+)(\s*/\s*)(\d+)(?![\w.])")


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family; each needs its own compilation."""
    for node in site.statements:
        if node.type == "declaration":
            yield from _shared(site, node)
            yield from _types(site, node)
            yield from _sizes(site, node)
            yield from _moved_out(site, node)
            yield from _declared_again(site, node)
    if "__global__" not in site.text(site.function.node).split("(")[0]:
        yield from _types(site, site.function.node)
        yield from _parameters(site)
    yield from _widths(site)
    yield from _orders(site)
    yield from _references(site)
    yield from _captures(site)


def _shared(site: EditSite, node: Node) -> Iterator[Edit]:
    text = site.text(node)
    if "__shared__" in text and "extern" not in text:
        own = re.sub(r"__shared__\s+", "", text, count=1)
        single = all(child.type == "identifier" for child in node.children_by_field_name("declarator"))
        yield site.made("shared dropped", 6 if single and not _is_plain_struct(site, node) else 20, over(node, own))
        kind = node.child_by_field_name("type")
        yield from _own_name(site, node, kind) if kind is not None else ()
    elif "__shared__" not in text and (
        any(child.type == "array_declarator" for child in node.named_children) or _is_plain_struct(site, node)
    ):
        yield site.made("shared added", 8, over(node, f"__shared__ {text}"))
    elif node.parent is not None and node.parent.type == "for_statement":
        return  # each thread counts by itself
    elif of_one := re.fullmatch(r"((?:unsigned\s+)?(?:int|float|unsigned|double)\s+\w+)(\s*=\s*[-\d.f]+)?;", text):
        # Set later, perhaps by one thread; what is shared has no first value.
        yield site.made("own variable", 9 + 2 * bool(of_one[2]), over(node, f"__shared__ {of_one[1]};"))


def _own_name(site: EditSite, node: Node, kind: Node) -> Iterator[Edit]:
    """Take one name out of a shared declaration of several: `__shared__ float tile[W], sum;`."""
    names = node.children_by_field_name("declarator")
    for before, name in itertools.pairwise(names):
        if name.type == "identifier":
            gone = Change(before.end_byte, name.end_byte, "")
            own = Change(node.end_byte, node.end_byte, f" {site.text(kind)} {site.text(name)};")
            yield site.made("shared dropped", 10, gone, own)


def _is_plain_struct(site: EditSite, node: Node) -> bool:
    """Return whether a declaration without values is of a struct with arrays, at any depth, that the file defines."""
    kind = node.child_by_field_name("type")
    if kind is None or not all(child.type == "identifier" for child in node.children_by_field_name("declarator")):
        return False
    structs = {
        site.source.text(name): site.source.text(each)
        for each in walk(site.source.root) if each.type in ("struct_specifier", "class_specifier")
        if (name := each.child_by_field_name("name")) is not None and each.child_by_field_name("body") is not None
    }  # fmt: skip
    waiting, seen = [site.text(kind).split("<")[0]], set[str]()
    while waiting:
        struct = waiting.pop()
        body = structs.get(struct, "")
        if re.search(r"\w\s*(?:\[[^\]\n]*\]\s*)+;", body):
            return True
        seen.add(struct)
        waiting += [other for other in structs if other not in seen and re.search(rf"\b{re.escape(other)}\b", body)]
    return False


def _types(site: EditSite, node: Node) -> Iterator[Edit]:
    kind = node.child_by_field_name("type")
    if kind is None:
        return
    text = site.text(kind)
    if text == "auto":
        yield from _fractions_of_auto(site, node)
    named = site.source.types.get(text)
    words = set((text if named is None else site.text(named)).split())
    narrow = not words.isdisjoint(_NARROW)
    known = narrow or words <= WHOLE_WORDS or words <= FLOAT_WORDS or "half" in text
    for other in ("int", "float") if kind is not None and known else ():
        # A float sum in a whole number loses its fraction; a number that needs its sign or more bits needs an int.
        long = "long" in words and other == "int"  # an unsigned difference is below 0 in an int alone
        if other != text and (other == "float" or narrow or long or "unsigned" in words or words == {"float"}):
            signed = "unsigned" in words and other == "int"
            if other == "float" and _keeps_floats(site, node):
                yield site.made("fraction lost", 4, over(kind, other))
                continue
            few_bits = narrow and other == "int"
            cost = 8 if few_bits else 12 if signed else 14 if narrow or other == "float" else 18
            yield site.made("another type", cost, over(kind, other))


def _parameters(site: EditSite) -> Iterator[Edit]:
    """Give a float to a function that takes or returns one, where a parameter is an int and no index."""
    head = site.source.data[site.function.node.start_byte : site.function.body.start_byte].decode("utf-8", "replace")
    inner = (item for node in walk(site.function.body) if node.type == "subscript_argument_list" for item in walk(node))
    indices = {site.text(item) for item in inner if item.type == "identifier"}
    parameters = (node for node in walk(site.function.node) if node.type == "parameter_declaration")
    for node in parameters if "float" in head else ():
        kind, name = node.child_by_field_name("type"), node.child_by_field_name("declarator")
        plain = name is not None and name.type == "identifier" and site.text(name) not in indices
        if plain and kind is not None and site.text(kind) == "int":
            yield site.made("fraction lost", 6, over(kind, "float"))


def _fractions_of_auto(site: EditSite, node: Node) -> Iterator[Edit]:
    """Give a variable of type `auto` a float to begin with: with a whole number it is an int."""
    for declarator in node.children_by_field_name("declarator"):
        value = declarator.child_by_field_name("value")
        loop = node.parent is not None and node.parent.type == "for_statement"
        if value is not None and not loop and re.fullmatch(r"\d+", site.text(value)):
            yield site.made("auto of a whole number", 4, over(value, f"{site.text(value)}.0f"))


def _keeps_floats(site: EditSite, node: Node) -> bool:
    """True if the text stores a number with a fraction in an array that is declared here."""
    names = {site.text(item) for item in walk(node) if item.type == "identifier"}
    for store in site.stores:
        around, (array, _) = store.parent, subscript_chain(store)
        value = around.child_by_field_name("right") if around is not None else None
        if value is not None and site.text(array) in names and site.sort(value) is Sort.FLOAT:
            return True
    return False


def _sizes(site: EditSite, node: Node) -> Iterator[Edit]:
    """Change extents of arrays: a number to the tile's width, one more, one less, the other way round."""
    for item in walk(node):
        inner = item.child_by_field_name("declarator") if item.type == "array_declarator" else None
        if inner is not None and inner.type == "array_declarator":
            rows, columns = inner.child_by_field_name("size"), item.child_by_field_name("size")
            sizes = (rows, columns) if rows is not None and columns is not None else ()
            if sizes and all(site.text(size) in _WIDTHS for size in sizes):
                yield site.made("width follows", 8, *(over(size, site.macro) for size in sizes))
            if sizes and site.text(sizes[0]) == site.text(sizes[1]):
                # What is added on one side alone is mostly what stands last: `TILE + RADIUS`.
                names = dict.fromkeys(re.findall(r"[A-Za-z_]\w*", site.text(sizes[0])))
                for cost, name in enumerate(reversed(names), 7):
                    wider = re.sub(rf"(?<![\w.]){name}(?![\w.])", f"2 * {name}", site.text(sizes[0]))
                    yield site.made("another size", cost, *(over(size, wider) for size in sizes))
            if rows is not None and columns is not None and site.text(rows) != site.text(columns):
                for short, long_enough in ((rows, columns), (columns, rows)):
                    yield site.made("another size", 9, over(short, site.text(long_enough)))
                yield site.made("sizes exchanged", 8, over(rows, site.text(columns)), over(columns, site.text(rows)))
    arrays = ((item, item.child_by_field_name("size")) for item in walk(node) if item.type == "array_declarator")
    for item, size in ((item, size) for item, size in arrays if size is not None):
        inner = item.child_by_field_name("declarator")
        of_rows = inner is not None and inner.type == "array_declarator"
        text = site.text(size)
        more = [f"{factor} * {text}" for factor in site.factors if factor != text] if not text.isdigit() else []
        more += [f"{site.width} * {factor}" for factor in site.factors if not factor.isdigit()]
        twice = [str(int(text) + 1), str(int(text) * 2)] if text.isdigit() else []
        widths = (site.width, f"{text} + 1", f"{site.width} * {site.width}", f"{site.width} + 1")
        # Rows as long as the text's own indices take them: `a[y * PITCH + x]`.
        long = [each for each in more if not of_rows and _names_row_length(site, node, each.split(" * ")[-1])]
        for other in dict.fromkeys((*more, *widths, *twice)):
            if other != text:
                longer = of_rows and other == f"{text} + 1"
                cost = 4 if other in long else 16
                yield site.made("row too short" if longer else "another size", cost, over(size, other))


def _names_row_length(site: EditSite, declared: Node, name: str) -> bool:
    """Return whether the text multiplies by a constant that the size of the arrays declared here leaves out."""
    known = next((item for item in site.visible(declared) if item.name == name), None)
    word = re.escape(name)
    return (
        known is not None and known.constant and not known.parameter and name != site.macro
        and not re.search(rf"\b{word}\b", site.text(declared))
        and re.search(rf"\*\s*{word}\b", site.text(site.function.body)) is not None
    )  # fmt: skip


def _moved_out(site: EditSite, node: Node) -> Iterator[Edit]:
    """Move a variable that is declared and set inside a loop to before the loop."""
    loop = node.parent.parent if node.parent is not None else None
    loops = (loop, *ancestors(loop, *LOOPS)) if loop is not None and loop.type in LOOPS else ()
    for around in loops:
        moved = Change(around.start_byte, around.start_byte, f"{site.text(node)}\n{site.indent(around)}")
        yield site.made("declaration moved", 12, dropped(site, node, "", 0).changes[0], moved)


def _declared_again(site: EditSite, node: Node) -> Iterator[Edit]:
    """For a variable that hides an outer one of the same name and sort: drop it, or set or add to the outer one."""
    names = node.children_by_field_name("declarator")
    if len(names) != 1 or node.parent is None or node.parent.type != "compound_statement":
        return
    name = site.text(names[0].child_by_field_name("declarator") or names[0])
    outer, own = (site.source.variable(site.function, name, at) for at in (node.start_byte, node.end_byte))
    if outer is None or own is None or outer.constant or outer.sort is not own.sort:
        return
    yield replace(dropped(site, node, "declared again", 4), switches=())
    if names[0].type == "init_declarator":
        yield site.made("declared again", 5, over(node, f"{site.text(names[0])};"))
        value = names[0].child_by_field_name("value")
        if value is not None and next(ancestors(node, *LOOPS), None) is not None:
            yield site.made("declared again", 6, over(node, f"{name} += {site.text(value)};"))


def _widths(site: EditSite) -> Iterator[Edit]:
    """Make the file's own tile width follow the one it is compiled for."""
    for name, node in site.source.macros:
        value = node.child_by_field_name("value")
        number = _without_comment(site.source.text(value)) if value is not None else ""
        if value is not None and number.strip().isdigit():
            if name == site.macro:
                yield from _redefined(site, node)
            else:
                change = Change(value.start_byte, value.start_byte + len(number), f" {site.macro}")
                yield site.made("width follows", 8, change)
    for node in walk(site.source.root):
        if node.type == "init_declarator" and (value := node.child_by_field_name("value")) is not None:
            declared = node.parent is not None and "const" in site.source.text(node.parent)
            if declared and site.source.text(value).isdigit():
                yield site.made("width follows", 10, over(value, site.macro))
    # In blocks of one row 32 is a warp.
    for width in _WIDTHS if b"threadIdx.y" in site.source.data else _WIDTHS[:-1]:
        places = [
            node for node in walk(site.function.body) if node.type == "number_literal" and site.text(node) == width
        ]
        if places:
            yield site.made("width follows", 12, *(over(node, site.macro) for node in places))


def _redefined(site: EditSite, node: Node) -> Iterator[Edit]:
    """Guard `#define TILE_WIDTH 16` with `#ifndef`."""
    if node.parent is None or not node.parent.type.startswith("preproc_if"):
        guarded = f"#ifndef {site.macro}\n{site.source.text(node).rstrip()}\n#endif\n"
        yield site.made("width follows", 8, over(node, guarded))


def _orders(site: EditSite) -> Iterator[Edit]:
    """Reorder parameters of the same type, exchanges of two first."""
    groups: dict[str, dict[str, Node]] = {}
    for node in walk(site.function.node):
        names = (site.text(item) for item in walk(node) if item.type == "identifier")
        if node.type == "parameter_declaration" and (name := next(names, "")):
            shape = re.sub(rf"\b{re.escape(name)}\b", "", site.text(node))
            groups.setdefault(" ".join(shape.split()), {})[name] = node
    for group in groups.values():
        uses = _uses(site, tuple(group))
        for order in itertools.islice(_other_orders(tuple(group)), MOST_ORDERS):
            pairs = [(node, other) for (name, node), other in zip(group.items(), order, strict=True) if name != other]
            passed = dict(zip(order, group, strict=True))
            yield site.made(
                "parameters reordered",
                10 + 2 * len(pairs),
                *(over(node, site.text(group[other])) for node, other in pairs),
                switches=tuple(over(node, passed[name], How.EXPRESSION) for name, node in uses if passed[name] != name),
            )


def _other_orders(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield orders with two names exchanged, then with three rotated."""
    for count in (2, 3):
        for places in itertools.combinations(range(len(names)), count):
            for turn in range(1, count):
                order = list(names)
                for at, place in enumerate(places):
                    order[place] = names[places[(at + turn) % count]]
                yield tuple(order)


def _references(site: EditSite) -> Iterator[Edit]:
    """Pass a parameter by reference that the function changes only in its own copy."""
    if "__global__" in site.text(site.function.node).split("{")[0]:
        return
    changed = {site.text(_whole(node)) for node in site.expressions if site.is_target(node)}
    found: list[Change] = []
    for node in walk(site.function.node):
        declared = node.child_by_field_name("declarator") if node.type == "parameter_declaration" else None
        if declared is not None and declared.type == "identifier" and site.text(declared) in changed:
            found.append(Change(declared.start_byte, declared.start_byte, "&"))
    if len(found) > 1:
        yield site.made("passed by value", 3, *found)
    for change in found:
        yield site.made("passed by value", 4, change)


def _captures(site: EditSite) -> Iterator[Edit]:
    """Let functions written in the kernel see its variables, not copies of them."""
    copies = [node for node in walk(site.function.body) if site.text(node) == "[=]"]
    if copies:
        yield site.made("captured by value", 6, *(over(node, "[&]") for node in copies))
    for node in copies:
        inner = node.parent
        if inner is not None and any(site.is_target(each) for each in walk(inner) if each.type == "identifier"):
            yield site.made("captured by value", 4, over(node, "[&]"))


def _whole(node: Node) -> Node:
    """Return the variable of which an expression is an element or a member, at any depth."""
    while node.type in ("subscript_expression", "field_expression") and "->" not in (
        child.type for child in node.children
    ):
        argument = node.child_by_field_name("argument")
        if argument is None:
            break
        node = argument
    return node


def _uses(site: EditSite, names: Sequence[str]) -> list[tuple[str, Node]]:
    """Return the uses of the parameters; empty if one is assigned to, or used outside an expression."""
    uses = [(site.text(node), node) for node in walk(site.function.body) if node.type == "identifier"]
    uses = [(name, node) for name, node in uses if name in names]
    read = {node.start_byte for node in site.expressions if node.type == "identifier" and not site.is_target(node)}
    return uses if all(node.start_byte in read for _, node in uses) else []


_DEARER = 1
_UNPADDED = ("term dropped", "operator")
"""Edits by which the length of a row loses what was added to it."""
_PASTED = re.compile(r"[\w.\[\]()\s]+(?:[-+*/%&|?:]|<<|>>|[<>=!]=?)[-+*/%&|?:<>=!\w.\[\]()\s]+")
"""The text of a macro that mixes with the operators around it where it is used."""


def edits_of_macros(source: SyntaxTree) -> Iterator[Edit]:
    """Yield edits of macros with a one-line expression, and parentheses around macros that have an operator."""
    quotients: list[Edit] = []
    sizes = (node.child_by_field_name("size") for node in walk(source.root) if node.type == "array_declarator")
    fixed = {source.text(node) for size in sizes if size is not None for node in walk(size)}
    for macro, node in source.macros:
        value = node.child_by_field_name("value")
        text = _without_comment(source.text(value)).strip() if value is not None else ""
        quotients += _fraction(source, value) if value is not None else ()
        if value is not None and (signed := re.search(r"~0(?![uU\w.])", text)):
            end = value.start_byte + len(source.text(value).partition(signed[0])[0].encode()) + len(signed[0])
            change = Change(end - len(signed[0]), end, f"{signed[0]}u")
            yield Edit(kind="sign kept", line=source.line(node.start_byte), cost=6, changes=(change,))
        if value is not None and _PASTED.fullmatch(text) and not re.fullmatch(r"\([^()]*\)", text):
            whole = Change(value.start_byte, value.start_byte + len(_without_comment(source.text(value))), f" ({text})")
            yield Edit(kind="macro whole", line=source.line(node.start_byte), cost=0, changes=(whole,))
        if value is not None and re.search(r"[A-Za-z_]\w*\s*[-+*/]|[-+*/]\s*[A-Za-z_]", text):
            # The size of an array must be known when the text is compiled: no switch may stand in it.
            how = How.TEXT if macro in fixed else How.INLINE
            made = _of_macro(source, value, [], free=dict.fromkeys(_NAME.findall(text)), how=how)
            # Rows that are declared and found by one length may have any: an index by another length is the odd one.
            padded = macro in fixed and _multiplies(source, macro)
            yield from (edit for edit in made if not (padded and edit.kind in _UNPADDED))
    yield from quotients
    if len(quotients) > 1:
        changes = tuple(change for edit in quotients for change in edit.changes)
        yield replace(quotients[0], cost=5, changes=changes)
    used = {source.text(node) for function in source.functions for node in walk(function.body)}
    bodies = (node.child_by_field_name("value") for node in walk(source.root) if node.type == "preproc_function_def")
    used.update(name for body in bodies if body is not None for name in _NAME.findall(source.text(body)))
    for node in walk(source.root):
        if node.type == "preproc_function_def" and (name := node.child_by_field_name("name")) is not None:
            body, listed = node.child_by_field_name("value"), node.child_by_field_name("parameters")
            if source.text(name) in used and body is not None and listed is not None:
                yield from _of_macro(source, body, [source.text(item) for item in listed.named_children])
                yield from _followed_by_a_barrier(source, body)
                yield from _as_one_statement(source, body)


def _multiplies(source: SyntaxTree, macro: str) -> bool:
    """Return whether a macro is a factor somewhere but in an array's declaration, as the length of a row is."""
    return any(
        node.type == "identifier" and source.text(node) == macro
        and node.parent is not None and operator_of(node.parent) == "*"
        and all(around.type != "array_declarator" for around in ancestors(node))
        for function in source.functions for node in walk(function.body)
    )  # fmt: skip


def _as_one_statement(source: SyntaxTree, body: Node) -> Iterator[Edit]:
    """Make one statement of several: an `if` before the macro's name guards the first of them alone."""
    text = _without_comment(source.text(body)).rstrip()
    if ";" in text.rstrip(";") and "\\" not in text and not re.match(r"\s*(?:\{|do\b|for\b|while\b)", text):
        whole = Change(body.start_byte, body.start_byte + len(text.encode()), f"do {{ {text.rstrip(';')}; }} while (0)")
        yield Edit(kind="several statements", line=source.line(body.start_byte), cost=2, changes=(whole,))


def _followed_by_a_barrier(source: SyntaxTree, body: Node) -> Iterator[Edit]:
    """Let the lanes of a warp wait behind a step that a macro makes: `#define STEP(k) if (t < k) v[t] += v[t + k];`."""
    text = _without_comment(source.text(body))
    if re.search(r"\]\s*[-+*/]?=(?!=)[^;]*;?$", text) and "\\" not in text:
        end = body.start_byte + len(text.encode())
        added = Change(end, end, f"{'' if text.endswith(';') else ';'} __syncwarp();")
        yield Edit(kind="warp barrier added", line=source.line(body.start_byte), cost=11, changes=(added,))


def edits_of_constants(source: SyntaxTree) -> Iterator[Edit]:
    """Yield a fraction for each division of whole numbers that gives a constant: `constexpr float c = 1 / 10;`."""
    for node in source.root.named_children:
        if node.type == "declaration" and re.search(r"float|double|auto", source.text(node)):
            yield from _fraction(source, node)


def edits_of_ends(source: SyntaxTree) -> Iterator[Edit]:
    """Yield the ends of its type, and 0, for a constant that is taken where no element is: `i < n ? x[i] : BIGGEST`.

    The same for one with which a maximum or a minimum begins.
    """
    known = {source.text(name): value for name, value in _definitions(source)}
    sites = [EditSite(source, function) for function in source.functions]
    places = [(site, node) for site in sites for node in site.expressions if source.text(node) in known]
    for name, value in known.items():
        uses = {node: _taken_as(site, node) for site, node in places if source.text(node) == name}
        sort, text = next(iter(uses.values()), None), _without_comment(source.text(value)).strip()
        if sort is None or sort not in ENDS or {*uses.values()} != {sort} or not _OF_NUMBERS.fullmatch(text):
            continue
        chosen = all(node.parent is not None and node.parent.type == "conditional_expression" for node in uses)
        start = value.start_byte + len(source.text(value).partition(text)[0].encode())
        for end in (*ENDS[sort], *([ZERO[sort]] if chosen else [])):
            change = Change(start, start + len(text.encode()), end)
            switches = tuple(over(node, end, How.EXPRESSION) for node in uses)
            kind = "end of the type" if end in ENDS[sort] else "value zero"
            yield Edit(kind=kind, line=source.line(start), cost=8, changes=(change,), switches=switches)


def _definitions(source: SyntaxTree) -> Iterator[tuple[Node, Node]]:
    """Yield the name and the value of each macro without parameters and each constant of the file."""
    for node in walk(source.root):
        name = node.child_by_field_name("declarator" if node.type == "init_declarator" else "name")
        value = node.child_by_field_name("value")
        of_file = node.parent is not None and node.parent.parent == source.root
        if name is not None and value is not None and (node.type == "preproc_def" or of_file):
            yield name, value


def _taken_as(site: EditSite, node: Node) -> Sort | None:
    """Return the sort of the value for which a name is one choice of two, or with which a variable begins."""
    around = node.parent
    if around is None:
        return None
    if around.type == "conditional_expression":
        beside = [each for each in around.named_children[1:] if each != node]
        return site.sort(beside[0]) if len(beside) == 1 else None
    name = around.child_by_field_name("declarator") if around.type == "init_declarator" else None
    known = site.source.variable(site.function, site.text(name), around.end_byte) if name is not None else None
    return known.sort if known is not None else None


def _fraction(source: SyntaxTree, node: Node) -> Iterator[Edit]:
    """Yield the edit that keeps the fraction of a text's first division of whole numbers, where it has one."""
    text = source.text(node)
    quotient = _QUOTIENT.search(text)
    if quotient and int(quotient[3]) and int(quotient[1]) % int(quotient[3]):
        start = node.start_byte + len(text[: quotient.start()].encode())
        change = Change(start, start + len(quotient[0]), f"{quotient[1]}.0f{quotient[2]}{quotient[3]}")
        yield Edit(kind="whole division", line=source.line(start), cost=4, changes=(change,))


def _without_comment(text: str) -> str:
    """Return a macro's text without a comment behind it, which the syntax tree leaves in it."""
    return re.split(r"//|/\*", text, maxsplit=1)[0].rstrip()


def _of_macro(
    source: SyntaxTree, body: Node, parameters: list[str], *, free: Collection[str] = (), how: How = How.INLINE
) -> Iterator[Edit]:
    """Yield edits of a macro's expression in its parameters, and in whole numbers that have a name elsewhere."""
    text = _without_comment(source.text(body))
    if "\\" in text or ";" in text or "{" in text or not all(map(str.isidentifier, parameters)):
        return
    # `(a) && (b)` could be a cast: parse names without their parentheses and restore these later.
    names = "|".join(parameters) or "(?!)"
    bare = re.sub(rf"(?<!\w)\(({names})\)", r" \1 ", text)
    types = ("float *" if re.search(rf"\b{name}\)?\s*\[", text) else "int " for name in parameters)
    listed = (*map(str.__add__, types, parameters), *(f"int {name}" for name in free))
    head = f"int macro({', '.join(listed)}) {{ return "
    read = SyntaxTree(f"{head}{bare}; }}", "macro", source.macro)
    start, data = len(head.encode()), text.encode()
    end, line = start + len(data), source.line(body.start_byte)

    def moved(change: Change) -> Change:
        first, last = change.start - start, change.end - start
        first -= data[first - 1 : first] == b"(" and read.data[change.start - 1 : change.start] == b" "
        last += data[last : last + 1] == b")" and read.data[change.end : change.end + 1] == b" "
        new = re.sub(rf" ?(?<![\w(])({names})(?![\w)]) ?", r"(\1)", change.text) if parameters else change.text
        return Change(body.start_byte + first, body.start_byte + last, new, how)

    for function in read.functions:
        for edit in expressions.edits(EditSite(read, function)):
            if all(start <= change.start and change.end <= end for change in edit.changes):
                changes = tuple(map(moved, edit.changes))
                if free and any("Idx" in change.text for change in changes):
                    continue  # a size is the same for all threads
                yield replace(edit, line=line, cost=edit.cost + _DEARER, changes=changes, switches=())
    bracketed = _bracketed(text, parameters)
    if bracketed != text:
        # A switch would add these parentheses to the old text, too.
        whole = Change(body.start_byte, body.start_byte + len(data), f"({bracketed})")
        yield Edit(kind="macro arguments", line=line, cost=2, changes=(whole,))
    elif parameters and is_loose(text):
        whole = Change(body.start_byte, body.start_byte + len(data), f"({text})")
        yield Edit(kind="macro whole", line=line, cost=0, changes=(whole,))


def _bracketed(text: str, parameters: list[str]) -> str:
    """Return the text with parentheses around every parameter."""
    for name in parameters:
        text = re.sub(rf"(?<![\w.])(?<!\(){name}(?!\w)|(?<=\(){name}(?!\w|\s*\))", f"({name})", text)
    return text


def edits_of_arguments(source: SyntaxTree) -> Iterator[Edit]:
    """Yield edits of numbers, constants and types that a file gives to its templates, also where it specialises one."""
    constants = (source.macro, *source.constants.set_to)
    for listed in walk(source.root):
        if listed.type != "template_argument_list":
            continue
        # The end of a recursion is far from every line that shows a fault: `template <> struct Dot<1>`.
        around = next(ancestors(listed, "template_declaration"), None)
        special = around is not None and re.match(r"template\s*<\s*>", source.text(around)) is not None
        cost = 0 if special else 12
        for node in listed.named_children:
            text, line = source.text(node), source.line(node.start_byte)
            for number in _near_numbers(int(text)) if re.fullmatch(r"\d{1,3}", text) else ():
                yield Edit(kind="another number", line=line, cost=cost, changes=(over(node, str(number)),))
            for other in constants if text in constants else ():
                yield Edit(kind="another variable", line=line, cost=8, changes=(over(node, other),))
            for other in _OTHER_TYPES.get(text, ()):
                yield Edit(kind="another type", line=line, cost=cost, changes=(over(node, other),))


def edits_of_named_types(source: SyntaxTree) -> Iterator[Edit]:
    """Yield edits of the type that a `typedef` or a `using` names: `using word = unsigned;`."""
    for name, kind in source.types.items():
        uses = len(re.findall(rf"\b{re.escape(name)}\b", source.text(source.root)))
        text = " ".join(source.text(kind).split())
        for other in _OTHER_TYPES.get(text, ()):
            cost = 12 if "unsigned" in text and other == "int" else 14
            cost += 2 * (uses > MOST_USES)  # one of them alone is nearer
            yield Edit(kind="another type", line=source.line(kind.start_byte), cost=cost, changes=(over(kind, other),))


def _near_numbers(number: int) -> list[int]:
    """Return numbers that may be meant for another."""
    near = dict.fromkeys((number - 1, number + 1, 2 * number, number // 2))
    return [other for other in near if other >= 0 and other != number]

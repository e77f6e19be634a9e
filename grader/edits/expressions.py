"""Edits of expressions: another name, number, operator or order; something dropped, added or borrowed.

The table stands at the end, behind the functions that its rows name.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.edits import operands
from grader.edits.change import Edit
from grader.edits.context import EditSite, counts, loop_variables
from grader.edits.match import Match
from grader.edits.nodes import LOOPS, ancestors, operator_of, sides, subscript_chain, walk, within
from grader.edits.patterns import Row, Table
from grader.edits.syntax import INDICES, Sort

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_NAMES = 6


def edits(site: EditSite) -> Iterator[Edit]:
    """Yield all edits of this family, expression by expression."""
    yield from operands.exchanged_names(site)
    for element in site.stores:
        if site.is_global(element):
            yield from _rebuilt(site, element)
    for node in site.expressions:
        yield from _TABLE.edits(site, node)


def _rebuilt(site: EditSite, element: Node) -> Iterator[Edit]:
    """Rebuild the index of an element of C from any two variables and a size."""
    _, indices = subscript_chain(element)
    if len(indices) != 1:
        return
    names = [item.name for item in site.visible(element) if counts(item)][:MOST_NAMES]
    for row, column in itertools.permutations(names, 2):
        for size in site.sizes:
            yield site.edit("expression borrowed", indices[0], f"{row} * {size} + {column}", 17)


def _other_fractions(match: Match) -> Iterator[Edit]:
    amount = float(re.sub(r"[fFlL]$", "", match["it"]) or 0)
    # What is 0 for a sum and 1 for a product is the smallest number there is for a largest element.
    neutral = ("0.0f", "1.0f", "-3.4e38f")
    yield from (match.edit(match.node, text) for text in neutral if float(text[:-1]) != amount)


def _below_all(match: Match) -> Iterator[Edit]:
    """Begin with the smallest number where a largest element is looked for: not every thread has an element."""
    around = match.node.parent
    name = around.child_by_field_name("declarator") if around is not None else None
    text = re.escape(match.site.text(name)) if name is not None else "(?!)"
    if re.search(rf"\b{text}\s*=\s*f?maxf?\s*\([^;]*\b{text}\b", match.site.text(match.site.function.body)):
        yield match.edit(match.node, "-3.4e38f")


def _near_numbers(match: Match) -> Iterator[Edit]:
    node, text = match.node, match.site.text(match.node)
    number = int(text)
    # Where a number does nothing, the whole term or factor is dropped.
    around = node.parent
    nothing = {"+": 0, "-": 0, "*": 1, "/": 1}.get(operator_of(around) if around is not None else "")
    if around is not None and around.parent is not None and match.site.text(around.parent).startswith("atomicAdd("):
        nothing = 0
    for near in dict.fromkeys((number - 1, number + 1, 0, 1, number * 2, number // 2)):
        if near >= 0 and near not in (number, nothing):
            yield match.edit(node, str(near), 12 + 2 * (abs(near - number) > 1))


def _turned(nodes: list[Node]) -> Iterator[list[Node]]:
    """Yield the nodes with two neighbours exchanged."""
    for first in range(len(nodes) - 1):
        yield [*nodes[:first], nodes[first + 1], nodes[first], *nodes[first + 2 :]]


def _sum_first(match: Match) -> Iterator[Edit]:
    """Add the sum that is given as the first or second argument: `s = fmaf(s, a, b)`."""
    site, target = match.site, match["s"]
    listed = match.parts["call"].child_by_field_name("arguments")
    given = [site.text(node) for node in listed.named_children] if listed is not None else []
    if len(given) == 3 and target in given[:2] and re.fullmatch(r"_*fmaf?(?:_r[nzud])?", match["call"].split("(")[0]):
        rest = [text for text in given if text != target]
        yield match.edit(match.parts["call"], f"{match['call'].split('(')[0]}({', '.join((*rest, target))})")


def _copy_in_turn(match: Match) -> Iterator[Edit]:
    """Choose one of the two copies of an array by a number of the kernel's own where one copy is always taken."""
    site, (array, indices) = match.site, subscript_chain(match.node)
    known = site.variable(array) if array.type == "identifier" else None
    if known is not None and known.extents[:1] == ("2",) and site.text(indices[0]) in ("0", "1"):
        for item in site.visible(match.node):
            if item.sort is Sort.INT and item.name in site.values:
                yield match.edit(indices[0], f"{item.name} & 1")


def _worked_out_in_the_loop(match: Match) -> Iterator[Edit]:
    """Work out a value again with the counter of a loop, where the one from before the loop is used: `(k + tx) % W`."""
    site, value = match.site, match.site.values[match["x"]]
    loop = next(ancestors(match.node, "for_statement"), None)
    if loop is None or value.type != "binary_expression" or value.end_byte > loop.start_byte:
        return
    named = dict.fromkeys(site.text(each) for each in walk(value) if each.type == "identifier")
    for name in named:
        for counter in loop_variables(site, match.node) if name in site.values or name in site.sizes else ():
            text = re.sub(rf"(?<![\w.]){re.escape(name)}\b", counter, site.text(value))
            if site.can_name(text, match.node):
                yield match.edit(match.node, text)


def _doubled(match: Match) -> Iterator[Edit]:
    for side in "ab":
        yield match.edit(match.parts[side], f"2 * {match[side]}")


def _over_the_grid(match: Match) -> Iterator[Edit]:
    """Go on by the threads of all blocks where the first element depends on the block."""
    site, first = match.site, match.site.values.get(match["i"])
    if first is not None and "blockIdx" in site.text(first) and match["s"] in ("blockDim.x", site.width, site.macro):
        yield match.edit(match.node, f"{match['i']} += {match['s']} * gridDim.x")


def _step_over_the_grid(match: Match) -> Iterator[Edit]:
    """Set a step to the threads of all blocks, where the name that has it is added to something."""
    site, declared = match.site, match.node.parent
    name = declared.child_by_field_name("declarator") if declared is not None else None
    if name is None or match["w"] not in (site.width, site.macro):
        return
    if re.search(rf"\+=\s*{re.escape(site.text(name))}\b", site.text(site.function.body)):
        yield match.edit(match.node, f"{match['w']} * gridDim.x")


def _over_both(match: Match) -> Iterator[Edit]:
    """Go on by two steps where each turn takes the next element, too: `a[i] … a[i + s]` in a loop of `i += s`."""
    loop = next(ancestors(match.node, *LOOPS), None)
    taken = rf"\[\s*{re.escape(match['i'])}\s*\+\s*{re.escape(match['s'])}\s*\]"
    if loop is not None and re.search(taken, match.site.text(loop)):
        yield match.edit(match.node, f"{match['i']} += 2 * {match['s']}")


def _into_brackets(match: Match) -> Iterator[Edit]:
    """Change `starts[row] + 1` to `starts[row + 1]`."""
    element, sign = match["x"], match["1"]
    yield match.edit(match.node, f"{element[:-1]} {sign} {match['b']}]")


def _exchanged_indices(match: Match) -> Iterator[Edit]:
    site, node = match.site, match.node
    array, indices = subscript_chain(node)
    if node.parent is not None and node.parent.type == "subscript_expression":
        return
    # Other elements that are read or written like this one: repetition is intended.
    elements = site.stores if site.is_target(node) else site.loads
    texts = [[site.text(index) for index in subscript_chain(item)[1]] for item in elements if item != node]
    cost = 14 if [site.text(index) for index in indices] in texts else 10
    for turned in _turned(indices):
        yield match.edit(node, site.text(array) + "".join(f"[{site.text(index)}]" for index in turned), cost)


def _exchanged_arguments(match: Match) -> Iterator[Edit]:
    site, listed = match.site, match.node.child_by_field_name("arguments")
    given = listed.named_children if listed is not None else []
    if site.source.set_by_macros.get(match["function"]):
        return  # a macro that is a statement, and no value
    changed = site.source.changed_arguments.get(match["function"], frozenset())
    for place, turned in enumerate(_turned(given)):
        one, other = turned[place : place + 2]
        # What is changed by the function has a name of its own, and no sum.
        named = (place in changed) == (place + 1 in changed)
        if named and site.sort(one) is site.sort(other) and site.text(one) != site.text(other):
            arguments = ", ".join(site.text(item) for item in turned)
            yield match.edit(match.node, f"{match['function']}({arguments})")


def _lane_for_thread(match: Match) -> Iterator[Edit]:
    """Ask for the thread's place in its warp, where the function takes values of other lanes: `t >= d`."""
    site = match.site
    index = site.values.get(match["t"])
    if re.search(r"\b__shfl", site.text(site.function.body)) and "threadIdx.x" in (
        match["t"], site.text(index) if index is not None else ""
    ):  # fmt: skip
        yield match.edit(match.node, f"({match['t']} & 31) {match['1']} {match['d']}")


def _where_it_points(match: Match) -> Iterator[Edit]:
    """Take the element that a pointer points to, where the text has moved it by the same index: `y += i; y[i]`."""
    moved = rf"(?<![*\w]){re.escape(match['a'])}\s*\+=\s*{re.escape(match['i'])}\s*;"
    if re.search(moved, match.site.text(match.site.function.body)):
        yield match.edit(match.node, f"*{match['a']}")


def _of_unread_tiles(match: Match) -> Iterator[Edit]:
    """Take an element of a shared array that the text fills and never reads, by two indices of shared arrays."""
    site = match.site
    names = {site.text(subscript_chain(node)[0]) for node in site.loads}
    shared = {item.name for item in site.function.variables if item.shared}
    filled = {site.text(array): len(indices) for array, indices in map(subscript_chain, site.stores)}
    elements = [subscript_chain(node) for node in (*site.loads, *site.stores)]
    used = dict.fromkeys(site.text(each) for array, of in elements if site.text(array) in shared for each in of)
    for name in sorted(shared & filled.keys() - names):
        if filled[name] == 2:
            for one, other in itertools.permutations(list(used)[:MOST_NAMES], 2):
                text = f"{name}[{one}][{other}]"
                if site.can_name(text, match.node):
                    yield match.edit(match.node, text)


def _in_turn(match: Match) -> Iterator[Edit]:
    """Choose the copies of a shared array in turn, by the counter of the loop."""
    site, around = match.site, match.node.parent
    name = around.child_by_field_name("declarator") if around is not None else None
    chosen = {site.text(name)} if name is not None else set()
    for array, indices in map(subscript_chain, (*site.loads, *site.stores)):
        known = site.variable(array) if array.type == "identifier" else None
        if known is not None and known.shared and known.dims > 2 and site.text(indices[0]) in (*chosen, match["it"]):
            for counter in loop_variables(site, match.node)[:1]:
                for text in (f"{counter} % {known.extents[0]}", f"({counter} + 1) % {known.extents[0]}"):
                    if text != match["it"]:
                        yield match.edit(match.node, text)
            return


def _signed(match: Match) -> Iterator[Edit]:
    """Make a whole number of a difference of unsigned ones, before it is kept in a wider type."""
    if re.search(rf"\b(?:{'|'.join(INDICES)})\b", match["a"]):
        yield match.edit(match.node, f"(int)({match['it']})")


def _kept_result(match: Match) -> Iterator[Edit]:
    """Assign what a function of mathematics returns to one of the variables that it is given."""
    listed = match.node.child_by_field_name("arguments")
    if listed is None or not _RETURNS.fullmatch(match["function"]):
        return
    for argument in reversed(listed.named_children):
        known = match.site.variable(argument) if argument.type == "identifier" else None
        if known is not None and not known.constant and known.sort in (Sort.FLOAT, Sort.INT):
            yield match.edit(match.node, f"{match.site.text(argument)} = {match['it']}")


def _stored_back(match: Match) -> Iterator[Edit]:
    """Store a variable that a loop changes where it was stored before the loop: `s[t] = sum` for `sum += s[t + n]`."""
    site, node = match.site, match.node
    around = ancestors(node, "for_statement", "while_statement", "do_statement")
    loop = next(iter(around), None)
    if loop is None or "[" not in match["v"]:
        return
    for element in site.stores:
        whole, array = element.parent, subscript_chain(element)[0]
        if whole is None or whole.end_byte > loop.start_byte or site.is_global(element):
            continue
        pair = sides(whole) if whole.type == "assignment_expression" else None
        if pair and site.text(pair[1]) == match["s"] and re.search(rf"\b{site.text(array)}\b", match["v"]):
            yield match.edit(node, f"{site.text(element)} = {match['it']}")


def _other_masks(match: Match) -> Iterator[Edit]:
    """Let a mask keep one bit more or one less: `k & 1` asks for even numbers, `k & 3` for multiples of 4."""
    number = int(match["n"])
    if number & (number + 1) == 0 < number:
        for other in (2 * number + 1, number // 2):
            yield match.edit(match.parts["n"], str(other))


def _in_elements(match: Match) -> Iterator[Edit]:
    """Count the elements of an array in the place of its bytes."""
    known = match.site.variable(match.parts["a"])
    if known is not None:
        yield match.edit(match.node, f"({match['it']} / sizeof({known.type}))")


def _cost_of_axis(match: Match) -> int:
    """Return the cost of the other axis, more where the variable's name ends with the axis that stands there."""
    declared = match.node.parent
    name = declared.child_by_field_name("declarator") if declared is not None else None
    if name is None or declared is None or declared.type != "init_declarator":
        return 10
    ends = match.site.text(name)[-1:].lower()
    return 10 if ends not in ("x", "y") else 14 if ends == match["it"][-1] else 8


def _cost_of_index(match: Match) -> int:
    """Return the cost of another built-in index: sizes by sizes and indices by indices are more plausible."""
    return 11 if match["other_index"][-3:] == match["built_in"][-3:] else 14


def _cost_of_number(match: Match) -> int:
    return 16 if match["whole_number"] in loop_variables(match.site, match.node) else 25


def _is_usual(match: Match) -> bool:
    """Return whether `i < n` is the condition of a usual counting loop: then `n` is wrong, not the comparison."""
    loop = match.node.parent
    if loop is None or loop.type != "for_statement":
        return False
    bound = match.site.values.get(match["b"])
    if bound is not None and re.search(r"-\s*1$", match.site.text(bound)):  # the number of the last one
        return False
    first, update = loop.child_by_field_name("initializer"), loop.child_by_field_name("update")
    counted = first is not None and re.search(r"=\s*0\s*;?$", match.site.text(first)) and update is not None
    return bool(counted) and "++" in match.site.text(update or match.node) and match.parts["b"].type == "identifier"


def _cost_of_factor(match: Match) -> int:
    """Return the cost of a value without a factor: a loop may begin a step too late, `for (d = n / 2; …; d /= 2)`."""
    loop = next(ancestors(match.node, "for_statement"), None)
    first, update = (loop.child_by_field_name(part) if loop else None for part in ("initializer", "update"))
    step = f"{operator_of(match.node)}={match['b']}"
    late = first and update and within(match.node, first) and match.site.text(update).replace(" ", "").endswith(step)
    return 4 if late else 16


def _is_one_of_two(match: Match) -> bool:
    """Return whether two variables have this value: one should be the quotient, the other the remainder."""
    values = [match.site.text(value) for value in match.site.values.values()]
    return values.count(match.site.text(match.node)) > 1


_RETURNS = re.compile(r"_*(?:fma|fmin|fmax|min|max|fabs|sqrt|exp)f?(?:_r[nzud])?")
_COMPARE = "[< <= > >= == !=]"
_ROWS = (
    Row("another variable", 0, "$x:name", operands.other_names),
    Row("another variable", 22, "$x:name:int:read", "(int)$index"),
    Row("another variable", 14, "$x:name:int:read", "$width", when="no_mask"),
    Row("another number", 18, "$x:name:int:read", "0", when="no_term no_mask"),
    Row("other axis", _cost_of_axis, "$built_in:built_in.x", "$built_in.y"),
    Row("other axis", _cost_of_axis, "$built_in:built_in.y", "$built_in.x"),
    Row("another variable", _cost_of_index, "$built_in:built_in.$axis", "$other_index.$axis"),
    Row("another variable", 20, "$built_in:built_in.x", "$other_index.y"),
    Row("another variable", 20, "$built_in:built_in.y", "$other_index.x"),
    Row("another variable", 16, "$built_in:built_in.$axis", "$whole_number"),
    Row("another component", 14, "$a:vector.$part:part", "$a.$component"),
    Row("another variable", 9, "$a:vector.$member", operands.other_members),
    Row("another number", 14, "$x:literal:float", _other_fractions),
    Row("start of a maximum", 8, "$x:element:load:float:declared", _below_all),
    Row("another number", 0, "$x:literal:int:digits", _near_numbers),
    Row("another variable", 14, "$x:literal:int:digits:read", "$width"),
    Row("another variable", _cost_of_number, "$x:literal:int:digits:read", "$whole_number"),
    # Comparisons
    Row("comparison", lambda match: 20 if _is_usual(match) else 10, "$a < $b", "$a <= $b"),
    Row("comparison", 10, "$a <= $b", "$a < $b"),
    Row("comparison", 10, "$a > $b", "$a >= $b"),
    Row("comparison", 10, "$a >= $b", "$a > $b"),
    Row("comparison", 7, "$a % $b == 0", "$a % $b != 0"),
    Row("comparison", 10, "$a == $b", "$a != $b", "$a < $b", "$a > $b"),
    Row("comparison", 10, "$a != $b", "$a == $b", "$a < $b"),
    Row("comparison", 14, "$a < $b", "$a > $b", "$a >= $b"),
    Row("comparison", 14, "$a <= $b", "$a >= $b", "$a > $b"),
    Row("comparison", 14, "$a > $b", "$a < $b", "$a <= $b"),
    Row("comparison", 14, "$a >= $b", "$a <= $b", "$a < $b"),
    Row("difference compared", 2, "$a - $b [> >= < <=] 0", "{$a} $1 {$b}"),
    Row("difference compared", 2, "0 [< <= > >=] $a - $b", "{$b} $1 {$a}"),
    Row("unsigned compared", 2, "$a:name:unsigned [< >=] 0", "(int)$a $1 0"),
    Row("unsigned compared", 2, "$a:name:unsigned [> <=] -1", "(int)$a $1 -1"),
    Row("place in the warp", 6, f"$t {_COMPARE} $d", _lane_for_thread),
    Row("limit halved", 12, "$i [< <=] $n / 2", "$i < $n", when="condition"),
    Row("limit halved", 12, "$i:name [< <=] $n:fixed", "$i $1 2 * $n"),
    Row("logic", 8, "$a && $b && $c", "$a || $b || $c"),
    Row("logic", 8, "$a || $b || $c", "$a && $b && $c"),
    Row("logic", 10, "$a && $b", "$a || $b"),
    Row("logic", 10, "$a || $b", "$a && $b"),
    Row("bit asked for", 4, ("$a:int && $n:literal:digits", "$a:int || $n:literal:digits"), "($a & $n)"),
    Row("condition dropped", 16, "$a [&& ||] $b", "$a", "$b"),
    # Sums and products
    Row("operator", 16, "$a + $b", "$a * $b", "$a - $b"),
    Row("operator", 16, "$a - $b", "$a + $b"),
    Row("operator", 16, "$a * $b", "$a + $b", "$a / $b"),
    Row("operator", lambda match: 8 if _is_one_of_two(match) else 16, "$a / $b", "$a % $b", when="no_float"),
    Row("operator", 16, "$a / $b", "$a * $b"),
    Row("always 0", -4, "$a % 1", "$a % 2"),
    Row("operator", 10, "$a % $b:literal", "$a / $b"),
    Row("operator", 10, "$a / $b:literal", "$a % $b", when="no_float"),
    Row("operator", 16, "$a % $b", "$a / $b", "$a * $b"),
    Row("another number", 14, "$a << $n:literal", "{$a} * blockDim.x", "{$a} * $width"),
    Row("operator", 16, "$a << $b", "$a >> $b"),
    Row("operator", 16, "$a >> $b", "$a << $b"),
    Row("unsigned difference", 6, "$a - $b", _signed, when="declared"),
    Row("operands exchanged", 14, "$a [- / %] $b", "{$b} $1 {$a}"),
    Row("term dropped", 12, "$a [+ -] $b:literal", "$a", when="no_pointer"),
    Row("term dropped", 16, "$a [+ -] $b", "$a"),
    Row("term dropped", 12, "$a:literal [+ -] $b", "$b", when="no_pointer"),
    Row("term dropped", 16, "$a [+ -] $b", "$b", when="no_pointer"),
    Row("factor dropped", _cost_of_factor, "$a [* / % << >>] $b", "$a"),
    Row("factor dropped", 16, "$a [* / % << >>] $b", "$b"),
    Row("factor dropped", 12, ("$a:literal * $b", "$b * $a:literal"), "$b"),
    *(
        Row("counted in bytes", 2, (f"$a * sizeof({name})", f"sizeof({name}) * $a"), "$a")
        for name in ("float", "int", "float4")
    ),
    Row("factor added", 14, "$a:name:int == $b:name:int", _doubled),
    Row("mask of bits", 8, "$a & $n:fixed", "$a & ($n - 1)", when="int"),
    Row("another number", 12, "$a & $n:literal:digits", _other_masks),
    Row("own lane counted", 2, "__popc($a & $b)", "__popc($a & ($b >> 1))"),
    Row("sign kept", 8, "~0", "~0u"),
    Row("width follows", 12, "$a >> $n:literal:digits", "$a / $width", when="int"),
    Row("width follows", 12, "$a << $n:literal:digits", "$a * $width", when="int"),
    Row("width follows", 12, "$a & $n:literal:all_below", "$a % $width", when="int"),
    Row("counted in bytes", 4, "sizeof($a:array)", _in_elements),
    Row("bits dropped", 16, "$a [& | ^] $b", "$a", "$b"),
    Row("operands exchanged", 12, "$p:single * $q [+ -] $r", "{$r} * $q + $p", "{$r} * $p + $q", when="int"),
    Row("operands exchanged", 14, "$p:single * $q [+ -] $r", "{$r} * $size + $p", "{$r} * $size + $q", when="int"),
    Row("operands exchanged", 0, "$a [+ -] $b", operands.factor_moved),
    Row("neighbours far apart", 10, "$p * gridDim.$d + $q", "$q * blockDim.$d + $p", when="int"),
    Row("parentheses", 12, "$a [+ -] $b [* / %] $c", "($a $1 $b) $2 $c", when="int"),
    Row("parentheses", 8, "$a - $b / $c", "($a - $b) / $c", when="float"),
    Row("parentheses", 14, "$a [+ -] $b [* /] $c", "($a $1 $b) $2 $c", when="float"),
    Row("parentheses", 15, "$a [+ -] $b * $c / $d", "($a $1 $b) * $c / $d", when="float"),
    Row("parentheses", 15, "$a + $b + $c * $d", "$a + ($b + $c) * $d"),
    Row("parentheses", 10, "expf($a) / $b", "expf(($a) / $b)"),
    Row("parentheses", 6, "*$p [+ -] $a:int", "*($p $1 $a)"),
    Row("parentheses", 12, f"$a [+ -] $b {_COMPARE} $c", "$a $1 ($b $2 $c)", when="declared"),
    Row("parentheses", 12, "$a [* / %] $b [+ -] $c", "$a $1 ($b $2 $c)", when="int"),
    Row("parentheses", 16, "($a) [* / %] $b", "$a $1 $b", when="number"),
    # Signs of one rank are worked out from left to right.
    Row("parentheses", 10, "$a [* /] ($b [+ -] $c)", "$a $1 $b $2 $c", when="number"),
    Row("parentheses", 6, "$a * ($b / $c)", "$a * $b / $c", when="int"),
    Row("parentheses", 12, "$a - ($b [+ -] $c)", "$a - $b $1 $c", when="number"),
    Row("parentheses", 14, "$a - $b [+ -] $c", "$a - ($b $1 $c)", when="number"),
    Row("parentheses", 12, "$a [/ %] $b [* / %] $c", "$a $1 ($b $2 $c)", when="int"),
    Row("parentheses", 14, "$a * $b [/ %] $c", "$a * ($b $1 $c)", when="int"),
    Row("divided first", 4, "$a / $b * $c", "$a * $c / $b", when="int"),
    # A sum binds more tightly than a shift, and a `!` more tightly than a comparison.
    Row("parentheses", 2, "$a [<< >>] $b [+ -] $c", "($a $1 $b) $2 $c"),
    Row("parentheses", 12, "$a [+ -] $b [<< >>] $c", "$a $1 ($b $2 $c)"),
    Row("parentheses", 10, "$a [& | ^] $b [+ -] $c", "($a $1 $b) $2 $c", when="int"),
    Row("parentheses", 4, "$a [& | ^] $b * $c", "($a $1 $b) * $c", when="int"),
    Row("parentheses", -8, f"!$a {_COMPARE} $b", "!($a $1 $b)"),
    # The comparison in `a & 1 == 0` binds more tightly.
    Row("parentheses", -8, f"$a [& | ^] $b {_COMPARE} $c", "($a $1 $b) $2 $c"),
    Row("one more or less", 15, "$i:name:counter * $b", "($i + 1) * $b", "($i - 1) * $b"),
    Row("one more or less", 15, "$b * $i:name:counter", "($i + 1) * $b", "($i - 1) * $b"),
    Row("remainder below zero", 6, "($a - $c) % $b", "($a - $c + $b) % $b", when="int"),
    Row("remainder", 4, "$a % $b", "(({$a} - 1) % {$b} + 1)", when="int"),
    Row("whole division", 8, "$a:literal:digits / $b", "$a.0f / $b"),
    Row("rounded up", 8, "$a:not_rounded / $b", "($a + $b - 1) / $b", when="int"),
    Row("rounded up", 12, "$a / $b", "($first_term + $b - 1) / $b", when="int"),
    Row("same place every time", 8, "$x:element", operands.indices_elsewhere),
    Row("counted otherwise", 4, "$a:name[$i]", operands.by_the_same_function),
    Row("index outside the brackets", 8, "$x:element [+ -] $b", _into_brackets, when="int"),
    Row("whole tiles only", 8, "$i + $step <= $n", "$i < $n", when="condition"),
    *(
        Row("whole blocks only", 8, f"$i + $t:word {whole} $n", f"$i + threadIdx.{axis} {own} $n", when="condition")
        for whole, own in ((">", ">="), ("<=", "<"))
        for axis in "xy"
    ),
    Row("factor added", 8, "$a:name + $w:name", operands.next_tile),
    Row("factor added", 8, "blockDim.x", "blockDim.x * blockDim.y", when="limit"),
    Row("row length", 8, "$p * $x:name", "$p * ($whole_length)", when="int uncompared"),
    Row("counted in single elements", 8, "$x:name:size:limit", "$x / $in_one"),
    Row("counted in single elements", 8, "$p * $x:name:size", "$p * ($x / $in_one)"),
    Row("row length", 6, "$p * gridDim.$d * $t", "{$p} * $size"),
    Row("row length", 6, "$p * (gridDim.$d * $t)", "{$p} * $size"),
    Row("row length", 12, ("gridDim.$d * blockDim.$d", "gridDim.$d * $t:word"), "$size", when="declared"),
    Row("more than a tile", 10, "$n:size - $a", "min($it, $width)", when="declared"),
    Row("twice too large", 16, "$x:name:int", "$x / 2", when="declared"),
    Row("another number of phases", 14, ("gridDim.x", "gridDim.y"), "($size + $width - 1) / $width", when="declared"),
    # Assignments
    Row("comparison meant", -8, "$a = $b", "$a == $b", when="condition"),
    Row("nothing is set", -8, "$a == $b", "$a = $b", when="statement"),
    Row("expression borrowed", 16, "$x:element:float", "-3.4e38f", when="declared"),
    # A forgotten sum is one in a variable or a tile: what is stored in a matrix is mostly whole.
    Row("operator", 15, "$a:global:typed = $b:something", "$a += $b"),
    Row("expression borrowed", 10, "$a:global = $b:name", operands.of_the_block),
    Row("operator", 10, "$a:no_global:typed = $b:something", "$a += $b"),
    Row("operator", 10, "$a += $b:something", "$a = $b", "$a -= $b"),
    Row("operator", 10, "$a -= $b:something", "$a += $b", "$a = $b"),
    Row("operator", 10, "$a *= $b:something", "$a += $b"),
    Row("operator", 10, "$a /= $b:something", "$a *= $b"),
    # A named step is wrong where the name is set.
    Row("step of one block", 12, "blockDim.x", "blockDim.x * gridDim.x", when="declared"),
    Row("step of one block", 12, "$w:word", _step_over_the_grid, when="declared"),
    Row("another step", 6, "$i:name += $s:name", _over_both),
    Row("another step", 6, "$i:name += $s", _over_the_grid),
    Row("another step", 22, "$a:moving [+= -=] $b:set", "$a $1 $step"),
    Row("another step", 14, "$a:moving [+= -=] $b:unset", "$a $1 $step"),
    Row("value zero", 18, "$a:float = $b", "$a = 0.0f"),
    Row("atomic added", 12, "$a:stored += $b", "atomicAdd(&$a, $b)", when="statement"),
    Row("atomic added", 12, ("$a:stored++", "++$a:stored"), "atomicAdd(&$a, 1)", when="statement"),
    Row("another step", 14, ("$a++", "++$a"), "$a += $long_step", when="step"),
    Row("another step", 14, ("$a--", "--$a"), "$a -= $long_step", when="step"),
    Row("another step", 30, ("$a++", "++$a", "$a--", "--$a"), "$a *= 2", when="step"),
    # Elements, calls and casts
    Row("indices exchanged", 0, "$x:element", _exchanged_indices),
    Row("pointer moved already", 9, "$a:name[$i]", _where_it_points),
    Row("value not used", 6, "$x:element:load", "$unread"),
    Row("smallest above zero", 2, "FLT_MIN", "-FLT_MAX"),
    Row("never used elsewhere", 2, ("$x:name:float:read", "$x:name:int:read"), "$unread"),
    Row("tile not used", 9, ("$x:element:global:load", "$x:call:float"), _of_unread_tiles),
    Row("barrier", 4, ("__syncwarp($args)", "__threadfence_block($args)"), "__syncthreads()"),
    Row("barrier", 4, ("__threadfence($args)", "__threadfence_system($args)"), "__syncthreads()"),
    Row("another function", 12, "min($args)", "max($args)"),
    Row("another function", 12, "max($args)", "min($args)"),
    *(
        Row("another function", 12, f"{one}($args)", f"{other}($args)")
        for names in (("fminf", "fmaxf"), ("fmin", "fmax")) for one, other in itertools.permutations(names)
    ),
    *(
        Row("another atomic", 8, f"{name}($args)", *(f"{other}($args)" for other in others))
        for name, *others in (
            ("atomicExch", "atomicAdd"), ("atomicInc", "atomicAdd"), ("atomicDec", "atomicSub"),
            ("atomicMax", "atomicAdd", "atomicMin"), ("atomicMin", "atomicMax"), ("atomicSub", "atomicAdd"),
            ("atomicOr", "atomicAdd", "atomicAnd"), ("atomicAnd", "atomicOr"), ("atomicAdd", "atomicSub"),
        )
    ),
    Row("another function", 12, "floor($args)", "ceil($args)"),
    Row("another function", 12, "floorf($args)", "ceilf($args)"),
    *(
        Row("shuffle in parts", 9, f"{name}($mask, $value, $lane)", f"{name}($mask, $value, $lane, $width)")
        for name in ("__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync")
    ),
    Row("shuffle direction", 12, "__shfl_up_sync($args)", "__shfl_down_sync($args)", "__shfl_xor_sync($args)"),
    Row("shuffle direction", 12, "__shfl_xor_sync($args)", "__shfl_down_sync($args)"),
    Row("shuffle direction", 12, "__shfl_down_sync($args)", "__shfl_up_sync($args)", "__shfl_xor_sync($args)"),
    *(
        Row("shuffle width", 8, f"{name}($mask, $value, $lane, $width)", f"{name}($mask, $value, $lane)")
        for name in ("__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync")
    ),
    Row("whole warp", 10, "$x:literal:some_lanes", "0xffffffff"),
    *(
        Row("old value kept", 6, f"$s = {name}($args)", f"{name}($args)", when="statement")
        for name in ("atomicAdd", "atomicSub", "atomicMax", "atomicMin")
    ),
    Row("atomic dropped", 12, "atomicAdd(&$a, $b)", "$a = $b", when="statement"),
    Row("atomic dropped", 12, "atomicAdd($a:no_address, $b)", "*{$a} = $b", when="statement"),
    Row("result dropped", 4, "$function($args)", _kept_result, when="statement"),
    Row("not stored back", 8, "$s [+= -= *=] $v", _stored_back, when="statement"),
    Row("not stored back", 8, "$s = $v", _stored_back, when="statement"),
    Row("arguments exchanged", 12, "$function($args)", _exchanged_arguments),
    Row("sum multiplied", 4, "$s = $call:call", _sum_first),
    Row("cast dropped", 12, "($type)$a", "$a", when="typed"),
    Row("cast dropped", 4, f"($type)$a {_COMPARE} ($type)$b", "$a $1 $b"),
    Row("negation dropped", 14, "!$a", "$a"),
    *(
        Row("own value lost", 6, f"$c ? $a + $b : {zero}", "$c ? $a + $b : $a", "$c ? $a + $b : $b")
        for zero in ("0", "0.0f", "0.f")
    ),
    Row("choice turned", 10, "$c ? $a : $b", "$c ? {$b} : {$a}"),
    Row("whole division", 6, "(float)($a / $b)", "(float)($a) / ($b)"),
    Row("whole division", 6, "float($a / $b)", "float($a) / ($b)"),
    # Whole values: an index, a limit, an assigned value
    Row("one more or less", 14, "$x:value:int", "$x + 1", "$x - 1", when="one_off"),
    Row("term added", 0, "$x:value:int", operands.terms_added),
    Row("factor added", 8, "$n:size - $i:name:counter", "$n - $i * $width", when="int"),
    Row("term added", operands.cost_of_the_rest, "$x:value:int:size", "$x - $position"),
    Row(
        "term added", lambda match: operands.cost_of_the_rest(match) + 2, "$x:value:int:size", "$x - $position * $width"
    ),
    Row("factor added", 0, "$x:value:moving", operands.factors_added),
    Row("parentheses", 0, "$x:value:number", operands.product_of_the_rest),
    Row("counted otherwise", 0, "$x:value:int", operands.as_elsewhere),
    Row("term left out", 8, "$x:value", operands.as_asked),
    Row("row length", 0, "$x:value", operands.row_lengths),
    Row("row length", 0, "$x:value:int", operands.rows_of_fragments),
    Row("term added", 0, "$x:value:float", operands.values_added),
    Row("own element included", 8, "$x:value:number", operands.without_own_element),
    Row("other buffer", 14, "$x:value:int", "1 - {$x}", when="selector"),
    Row("other buffer", 4, "$a [% & / | ^] $b", _in_turn, when="int"),
    Row("other buffer", 6, "$a | 1", "{$a} ^ 1", when="int"),
    Row("other buffer", 9, "$x:element", _copy_in_turn),
    Row("same in every turn", 10, "$x:name:int:set:value", _worked_out_in_the_loop),
    Row("every bit turned", 4, "~$a", "!$a", "1 - {$a}"),
    Row("parentheses", -2, "~$a [+ -] $b", "~($a $1 $b)"),
    Row("parentheses", 6, f"$p + $c {_COMPARE} $k ? $a : $b", "$p + ($c $1 $k ? $a : $b)"),
    # A sum binds more tightly than `?`, so it is what is asked.
    Row("choice of a sum", 0, "$p [+ -] $c ? $a : $b", "$p $1 ({$c} ? $a : $b)"),
    Row("choice of a sum", 0, "$p [+ - *] ($c) ? $a : $b", "$p $1 (($c) ? $a : $b)"),
    Row("other buffer", 12, ("1 - $i:word", "$i:word ^ 1"), "$i", when="value int"),
    # The other half of the threads begins a long step earlier or later.
    Row("term added", 12, "$x:value:int", "$x - {$loop_step}"),
    Row("term added", 14, "$x:value:int", "$x + {$loop_step}"),
    Row("as in another call", 12, "$x:value:arithmetic", "$argument"),
    Row("part of the array", 9, "$x:name:fixed:limit", "$whole_length"),
    Row("expression borrowed", 26, "$x:value:arithmetic", "$borrowed"),
)  # fmt: skip


_TABLE = Table(_ROWS)

"""Patterns of edits fit what they say, and nothing else."""

from __future__ import annotations

import pytest

from grader.edits.change import Edit
from grader.edits.context import EditSite
from grader.edits.patterns import Row, Table
from grader.edits.syntax import SyntaxTree

KERNEL = """__global__ void kernel(const float *a, float *b, int n)
{{
    int i = threadIdx.x;
    float sum = 0.0f;
    {statement}
}}
"""


def made(row: Row, statement: str) -> list[str]:
    """Return the statement after each edit that a row makes of the kernel."""
    source = SyntaxTree(KERNEL.format(statement=statement), "kernel")
    site = EditSite(source, source.functions[0])
    nodes = dict.fromkeys((*site.expressions, *site.statements))
    table = Table((row,))
    return [_statement(source, edit) for node in nodes for edit in table.edits(site, node)]


def _statement(source: SyntaxTree, edit: Edit) -> str:
    return edit.apply(source.data).decode().split("\n")[4].strip()


@pytest.mark.parametrize(
    ("row", "statement", "expected"),
    [
        (Row("k", 1, "$a < $b", "$a <= $b"), "if (i < n) b[i] = 1;", ["if (i <= n) b[i] = 1;"]),
        (Row("k", 1, "$a < $b", "$a <= $b"), "if (i > n) b[i] = 1;", []),
        (Row("k", 1, "$a [< >] $b", "$b $1 $a"), "if (i > n) b[i] = 1;", ["if (n > i) b[i] = 1;"]),
        (Row("k", 1, "$a:int = $b", "$a += $b"), "sum = 2.0f;", []),
        (Row("k", 1, "$a:float = $b", "$a += $b"), "sum = 2.0f;", ["sum += 2.0f;"]),
        (Row("k", 1, "$a * $b", "{$b} * $a"), "i = n * (i + 1);", ["i = ((i + 1)) * n;"]),
        (Row("k", 1, "$a:name = $b", "$a = $width"), "i = n;", ["i = TILE_WIDTH;"]),
        (Row("k", 1, "min($args)", "max($args)"), "i = min(i,  n);", ["i = max(i, n);"]),
        (Row("k", 1, "$a = $b:literal", "$a = $b + 1"), "i = n;", []),
        (Row("k", 1, "$a /* any */ + $b", "$a"), "i = i + n;", []),
        (Row("k", 1, "$a + $b", "$a"), "i = i /* and */ + n;", ["i = i;"]),
        (Row("k", 1, "$a + $b", "$a", when="float"), "i = i + n;", []),
        (Row("k", 1, ("$a++", "++$a"), "$a += 2"), "++i;", ["i += 2;"]),
        (Row("k", 1, "$a:size", "$a - $position"), "sum = n;", ["sum = n - i;"]),
    ],
)
def test_a_row_replaces_what_its_pattern_fits(row: Row, statement: str, expected: list[str]):
    """Parts, operators, filters, choices and calls are taken from the node; anything else is left alone."""
    assert made(row, statement) == expected


def test_a_statement_with_and_without_another_branch_has_its_own_pattern():
    """`if ($c) $body;` does not fit an `if` with an else."""
    found: list[str] = []

    def note(match):
        found.append(match["body"])
        yield from ()

    made(Row("k", 1, "if ($c) $body;", note), "if (i < n) b[i] = 1; else b[i] = 2;")
    assert not found
    made(Row("k", 1, "if ($c) $body;", note), "if (i < n) { b[i] = 1; }")
    assert found == ["{ b[i] = 1; }"]


def test_the_cost_of_a_row_may_depend_on_what_was_chosen():
    """A cost that is a function sees the parts and the choice."""
    row = Row("k", lambda match: 5 if match["index"] == "threadIdx.y" else 9, "$a:float = $b", "$a = $index")
    source = SyntaxTree(KERNEL.format(statement="sum = 2.0f;"), "kernel")
    site = EditSite(source, source.functions[0])
    costs = [edit.cost for node in site.expressions for edit in Table((row,)).edits(site, node)]
    assert sorted(costs) == [5, 9, 9, 9]

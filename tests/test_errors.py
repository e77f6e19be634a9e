"""The tree of exceptions in `grader.errors` is the one that there is."""

from __future__ import annotations

import importlib
import pkgutil
import re

import grader
from grader import errors


def classes() -> list[type[Exception]]:
    """Every public exception of the package."""
    names = [item.name for item in pkgutil.walk_packages(grader.__path__, "grader.") if "__main__" not in item.name]
    modules = [importlib.import_module(name) for name in names]
    found = {
        value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Exception) and not name.startswith("_")
        and value.__module__ == module.__name__
    }  # fmt: skip
    return sorted(found, key=lambda kind: kind.__name__)


def told() -> dict[str, str]:
    """Each exception in the docstring and the one above it; no name for the roots."""
    above: list[str] = []
    tree = {}
    for indent, name in re.findall(r"^( *)([A-Z]\w+) {2,}\S", errors.__doc__ or "", re.MULTILINE):
        above = above[: len(indent) // 2]
        tree[name] = above[-1] if above else ""
        above.append(name)
    return tree


def test_the_tree_names_every_exception_below_its_own():
    """One that is new has to say there who catches it."""
    names = {kind.__name__: [base.__name__ for base in kind.__bases__] for kind in classes()}
    there = {name: next((base for base in bases if base in names), "") for name, bases in names.items()}
    assert told() == there


def test_what_the_command_line_blames_on_its_user_says_so_in_words():
    """Nothing is a wrong input by its class's name alone."""
    usage = {kind.__name__ for kind in classes() if issubclass(kind, errors.UsageError)} - {"UsageError"}
    tree = told()
    blamed = {"UsageError"}
    for _ in tree:  # as deep as it may be
        blamed |= {name for name, above in tree.items() if above in blamed}
    assert usage == blamed - {"UsageError"}

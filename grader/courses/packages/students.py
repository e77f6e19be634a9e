"""What students get: the assignment without its solution, its mistakes, and the cases that they may not see.

Points for hidden cases leave with them: `points.correctness` is what the visible ones are worth, and `held_back` says
how many more there are, so that a grade here is that of the instructor's copy as far as it goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml

from grader.assignment import Assignment, load_assignment
from grader.courses.packages.contents import PackagingError, published_assignment, template
from grader.results import exact

CONFIG = "config.yaml"
IGNORED = b".venv/\nreport/\n__pycache__/\n"


def students_assignment(folder: Path) -> dict[str, bytes]:
    """The assignment's files for a repository that students get, their starter among them.

    Raises `PackagingError` where nothing would be left to see.
    """
    assignment = load_assignment(folder)
    files = published_assignment(folder)
    text = files[CONFIG].decode("utf-8")
    for unit in assignment.units:
        hidden = {name for name, family in unit.families.items() if family.visibility.hides}
        if hidden == set(unit.families):
            raise PackagingError(f"{folder}: every case{_of(unit)} is hidden, so students would have none to try")
        if hidden:
            text = _with_points(text, unit, hidden)
            for path in list(_case_files(unit, files)):
                if Path(path).stem in hidden:
                    files.pop(path)
    files[CONFIG] = text.encode("utf-8")
    return files


def around_it(assignment: Assignment) -> dict[str, bytes]:
    """What makes a repository of it: how to begin, and what editors and git must know."""
    page = template("students.md").decode("utf-8")
    filled = page.format(title=assignment.config.assignment, submission=assignment.config.submission)
    return {"README.md": filled.encode(), ".gitignore": IGNORED, ".vscode/tasks.json": template("tasks.json")}


def _of(unit: Assignment) -> str:
    return f" of part {unit.part}" if unit.part else ""


def _case_files(unit: Assignment, files: dict[str, bytes]) -> Iterator[str]:
    """The unit's own cases, and those that all parts have."""
    own = {"testcases", f"testcases/{unit.part}" if unit.part else "testcases"}
    yield from (name for name in files if Path(name).parent.as_posix() in own)


def _with_points(text: str, unit: Assignment, hidden: set[str]) -> str:
    """The configuration's text with the visible cases' points in place of all; the rest of it stays as it is."""
    weights = {name: family.weight for name, family in unit.families.items()}
    worth = unit.config.points.correctness
    held_back = exact(worth * sum(weights[name] for name in hidden) / sum(weights.values()))
    where = ("parts", unit.part, "points") if unit.part else ("points",)
    points = _value(yaml.compose(text, Loader=yaml.SafeLoader), *where)
    value = _value(points, "correctness")
    if not isinstance(points, yaml.MappingNode) or not isinstance(value, yaml.ScalarNode):
        raise PackagingError(f"{CONFIG}: {'.'.join(where)}.correctness must be written there to be shared out")
    between = ", " if points.flow_style else "\n" + " " * points.start_mark.column
    new = f"{exact(worth - held_back)}{between}held_back: {held_back}"
    return text[: value.start_mark.index] + new + text[value.end_mark.index :]


def _value(node: object, *keys: str) -> object:
    """What stands under a key of a mapping, and so on; None where there is no such key."""
    for key in keys:
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        node = next((value for name, value in pairs if name.value == key), None)
    return node

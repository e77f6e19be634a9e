"""Write an assignment repository for GitHub: a workflow, a composite action, the grader, and the students' copy.

The students' copy is the assignment without its solution, its mistakes, and the cases that students may not see. Points
for hidden cases leave with them: `points.correctness` is what the visible ones are worth, and `held_back` says how many
more there are, so that a grade here is that of the instructor's copy without its hidden cases.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from grader.assignment import Assignment, load_assignment
from grader.courses import packages
from grader.courses.packages import Asked, Written, template
from grader.errors import UsageError
from grader.files import is_free
from grader.results import exact

WORKFLOW = ".github/workflows/grade.yml"
ACTION = ".github/actions/grade/action.yml"
GRADER = ".github/grader"
CONFIG = "config.yaml"


def package(asked: Asked) -> Written:
    """Write into the repository, and remark on solutions that lie there: grading does without them."""
    repository = asked.out or asked.assignment
    own = (repository / CONFIG).is_file()
    # A workflow for an assignment that does not load would fail on every push.
    assignment = load_assignment(repository if own else asked.assignment)
    written = write_into(repository, asked.assignment, force=asked.force, classroom=asked.classroom)
    reference = assignment.config.reference
    solutions = (reference, f"{Path(reference).parent.as_posix()}/mistakes")
    remarks = [
        f"{name} is in this repository: remove it from what students get; grading does without"
        for name in solutions
        if (repository / name).exists()
    ]
    return Written(written, remarks)


def files_of(*extras: str, classroom: bool = False) -> dict[str, bytes]:
    """Return all files by their path. The grader is among them: no other repository has to be reached.

    With `classroom` the workflow hands the points to GitHub Classroom.
    """
    workflow = template("grade.yml")
    if classroom:
        reads = b"  contents: read\n"
        workflow = workflow.replace(reads, reads + b"  actions: read\n  checks: write\n") + template("classroom.yml")
    files = {WORKFLOW: workflow, ACTION: template("action.yml")}
    files[f"{GRADER}/pyproject.toml"] = packages.pyproject(*extras)
    return files | {f"{GRADER}/{name}": data for name, data in packages.grader_files().items()}


def write_into(repository: Path, assignment: Path, *, force: bool = False, classroom: bool = False) -> list[Path]:
    """Write the files into a repository; what people may edit comes first in the answer.

    A repository without a `config.yaml` gets the students' copy of the assignment as well. Raises `UsageError`
    before anything is written where an edited workflow or action would be lost, unless forced.
    """
    files = files_of(*packages.extras_of(load_assignment(assignment)), classroom=classroom)
    written = [repository / name for name in (WORKFLOW, ACTION, GRADER)]
    if not (repository / CONFIG).is_file():
        files |= students_assignment(assignment)
        config = load_assignment(assignment).config
        page = template("students.md").decode("utf-8").format(title=config.assignment, submission=config.submission)
        around = {"README.md": page.encode(), ".gitignore": IGNORED, ".vscode/tasks.json": template("tasks.json")}
        new = {name: data for name, data in around.items() if not (repository / name).exists()}
        files |= new
        written = [repository / CONFIG, *(repository / name for name in new), *written]
    there = [(name, repository / name) for name in (WORKFLOW, ACTION)]
    lost = [name for name, path in there if path.is_file() and path.read_bytes() != files[name]]
    if lost and not force:
        raise UsageError(f"{' and '.join(lost)}: there already and edited, or of another version; use --force")
    try:
        for name, data in files.items():
            (repository / name).parent.mkdir(parents=True, exist_ok=True)
            (repository / name).write_bytes(data)
    except OSError as error:
        raise UsageError(f"{repository}: cannot be written to: {error.strerror or error}") from error
    return written


def write_students_copy(folder: Path, assignment: Path) -> list[Path]:
    """Write what students get into a new or empty folder, ready to be pushed as a template repository.

    Raises `UsageError` where something is in the folder already.
    """
    if not is_free(folder):
        raise UsageError(f"{folder}: is not empty: name a new folder")
    return write_into(folder, assignment)


# -- the students' copy ------------------------------------------------------------------------------------------------

IGNORED = b".venv/\nreport/\n__pycache__/\n"


def students_assignment(folder: Path) -> dict[str, bytes]:
    """Return the assignment's files for a repository that students get, their starter among them.

    Raises `UsageError` where nothing would be left to see.
    """
    assignment = load_assignment(folder)
    files = packages.published_assignment(folder)
    text = files[CONFIG].decode("utf-8")
    for unit in assignment.units:
        hidden = {name for name, family in unit.families.items() if family.visibility.hides}
        if hidden == set(unit.families):
            part = f" of part {unit.part}" if unit.part else ""
            raise UsageError(f"{folder}: every case{part} is hidden, so students would have none to try")
        if hidden:
            text = _with_points(text, unit, hidden)
            # the unit's own cases, and those that all parts have
            own = {"testcases", f"testcases/{unit.part}" if unit.part else "testcases"}
            for path in [Path(name) for name in files]:
                if path.parent.as_posix() in own and path.stem in hidden:
                    files.pop(path.as_posix())
    files[CONFIG] = text.encode("utf-8")
    return files


def _with_points(text: str, unit: Assignment, hidden: set[str]) -> str:
    """Return the configuration's text with the visible cases' points in place of all; the rest stays."""
    weights = {name: family.weight for name, family in unit.families.items()}
    worth = unit.config.points.correctness
    held_back = exact(worth * sum(weights[name] for name in hidden) / sum(weights.values()))
    where = ("parts", unit.part, "points") if unit.part else ("points",)
    points = _value(yaml.compose(text, Loader=yaml.SafeLoader), *where)
    value = _value(points, "correctness")
    if not isinstance(points, yaml.MappingNode) or not isinstance(value, yaml.ScalarNode):
        raise UsageError(f"{CONFIG}: {'.'.join(where)}.correctness must be written there to be shared out")
    between = ", " if points.flow_style else "\n" + " " * points.start_mark.column
    new = f"{exact(worth - held_back)}{between}held_back: {held_back}"
    return text[: value.start_mark.index] + new + text[value.end_mark.index :]


def _value(node: object, *keys: str) -> object:
    """Return the value under a key of a mapping, and so on; None if there is no such key."""
    for key in keys:
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        node = next((value for name, value in pairs if name.value == key), None)
    return node

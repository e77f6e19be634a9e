"""Results in the formats of other tools: one row each, from one view of what a student may see.

A row is a `Form`, or a module or object with `FILE_NAME` and `render`. Entry points of the group `grader.exports` in
other distributions add rows. What is untrusted goes through `grader.plaintext` and each format's own escaping.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.files import write_whole
from grader.registry import Registry

if TYPE_CHECKING:
    from grader.report.view import Form
    from grader.results import Results


EXPORTS: Registry[Form] = Registry(
    "grader.exports",
    {
        "gradescope": "grader.report.exports.course_systems:GRADESCOPE",
        "junit": "grader.report.exports.tools:JUNIT",
        "github": "grader.report.exports.tools:GITHUB",
        "classroom": "grader.report.exports.course_systems:CLASSROOM",
        "markdown": "grader.report.exports.tools:MARKDOWN",
        "sarif": "grader.report.exports.tools:SARIF",
        "lines": "grader.report.exports.tools:LINES",
        "prairielearn": "grader.report.exports.course_systems:PRAIRIELEARN",
        "autolab": "grader.report.exports.course_systems:AUTOLAB",
    },
)


def write_export(name: str, results: Results, out: Path) -> Path:
    """Write one export into the folder `out` and return the file; `KeyError` for an unknown name.

    `github` also appends to the step summary and step outputs where the runner asks for them.
    """
    from grader.report.view import View

    view = View.for_student(results)
    path = out / EXPORTS[name].FILE_NAME
    write_whole(path, EXPORTS.using(name, lambda export: export.render(view)))
    if name == "github":
        from grader.report.exports.tools import write_to_environment

        write_to_environment(view)
    return path

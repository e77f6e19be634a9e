"""One line a message, as compilers write them: `file:line:col: error: message [kind]`. Editors jump to the place.

The format is that of GCC's and Clang's diagnostics, which the problem matcher `$gcc` of Visual Studio Code, Vim's
`errorformat` and Emacs' compilation mode read.
"""

from __future__ import annotations

from grader.plaintext import one_line
from grader.report.findings import Annotation, file_in_workspace
from grader.report.view import View

FILE_NAME = "lines.txt"


def render(view: View) -> str:
    """Every mark of what a student may see, errors first; empty where there is none."""
    file = one_line(file_in_workspace(view.results.submission.path))
    return "".join(f"{_line(file, mark)}\n" for mark in view.annotations)


def _line(file: str, mark: Annotation) -> str:
    """What has no place stands on line 1: an editor shows a message nowhere else."""
    text = one_line(mark.message, 2000)
    return f"{file}:{mark.line or 1}:{mark.column or 1}: {mark.severity}: {text} [{mark.title}]"

"""Results in the formats of other tools. Each module makes one format from `Results` alone; a new one is a row here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from grader.files import write_whole
from grader.results import Results


def write_export(name: str, results: Results, out: Path) -> Path:
    """Write one export into the folder `out` and return the file; `KeyError` for a name not in `EXPORTS`.

    `github` also appends to the step summary and step outputs where the runner asks for them.
    """
    return EXPORTS[name](results, out)


def _gradescope(results: Results, out: Path) -> Path:
    from grader.report.exports import gradescope

    return _write(out / gradescope.FILE_NAME, gradescope.render(results))


def _junit(results: Results, out: Path) -> Path:
    from grader.report.exports import junit

    return _write(out / junit.FILE_NAME, junit.render(results))


def _github(results: Results, out: Path) -> Path:
    from grader.report.exports import github

    github.write_to_environment(results)
    return _write(out / github.FILE_NAME, github.render(results))


def _classroom(results: Results, out: Path) -> Path:
    from grader.report.exports import github

    return _write(out / github.CLASSROOM_FILE_NAME, json.dumps(github.classroom(results), indent=1))


def _markdown(results: Results, out: Path) -> Path:
    from grader.report.exports import markdown

    return _write(out / markdown.FILE_NAME, markdown.render(results))


def _sarif(results: Results, out: Path) -> Path:
    from grader.report.exports import sarif

    return _write(out / sarif.FILE_NAME, sarif.render(results))


def _lines(results: Results, out: Path) -> Path:
    from grader.report.exports import lines

    return _write(out / lines.FILE_NAME, lines.render(results))


def _prairielearn(results: Results, out: Path) -> Path:
    from grader.report.exports import prairielearn

    return _write(out / prairielearn.FILE_NAME, prairielearn.render(results))


def _autolab(results: Results, out: Path) -> Path:
    from grader.report.exports import autolab

    return _write(out / autolab.FILE_NAME, autolab.render(results))


EXPORTS: dict[str, Callable[[Results, Path], Path]] = {
    "gradescope": _gradescope,
    "junit": _junit,
    "github": _github,
    "classroom": _classroom,
    "markdown": _markdown,
    "sarif": _sarif,
    "lines": _lines,
    "prairielearn": _prairielearn,
    "autolab": _autolab,
}


def _write(path: Path, text: str) -> Path:
    write_whole(path, text)
    return path

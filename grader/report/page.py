"""The HTML report of one submission: view values are computed first, then put into Jinja templates."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.cache import code_fingerprint, kept_folder
from grader.files import write_whole
from grader.plaintext import points
from grader.report import format
from grader.report.changes import Scored
from grader.report.source import prepare_highlighting
from grader.report.traffic import kernel_words
from grader.report.view import page_view
from grader.results import Results

_HERE = Path(__file__).parent / "templates"
_REPORT = "report.html"


def prepare() -> None:
    """Do now what the first page would wait for: its templates as code, and the rules of its highlighting."""
    _environment().get_template(_REPORT)
    prepare_highlighting()


def html(results: Results, previous: Results | None = None, history: Sequence[Scored] = (), *, stamp: str = "") -> str:
    """The whole report as one self-contained page.

    `previous` is the last grading of the same file, `history` the scores before it (see `grader.report.history`);
    with a `stamp` the page watches a sibling `stamp.js` and reloads itself when that names another one.
    """
    return render(_REPORT, page=page_view(results, previous, history), stamp=stamp)


def write_html(
    results: Results,
    path: Path,
    previous: Results | None = None,
    history: Sequence[Scored] = (),
    *,
    watch: bool = False,
) -> None:
    """Write the report to `path`, whole or not at all; raises `OSError` when the folder cannot be written.

    With `watch`, a `stamp.js` beside it tells an open page that there is a newer one.
    """
    stamp = hashlib.sha256(results.to_json().encode("utf-8", "replace")).hexdigest()[:16] if watch else ""
    write_whole(path, html(results, previous, history, stamp=stamp))
    if watch:
        write_whole(path.with_name("stamp.js"), f'window.graderStamp&&window.graderStamp("{stamp}")\n')


def render(template: str, **values: object) -> str:
    """A template with its values; everything that is not `Markup` is made visible and escaped."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    folder = kept_folder("pages")
    # As Python code the templates are half of a page's time.
    kept = FileSystemBytecodeCache(str(folder), f"{code_fingerprint()[:16]}-%s") if folder else None
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=kept,
    )
    environment.filters.update(
        number=format.number,
        apart=format.apart,
        points=points,
        clipped=format.clipped,
        count=format.count,
        dim3=format.dim3,
        kernel=kernel_words,
        plural=lambda amount, noun, several=None: format.plural(amount, noun, several),
        json=lambda value: Markup(format.embedded(value)),
    )
    environment.globals.update(asset=_asset, script_hash=_script_hash)
    return environment


def _finalize(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return format.visible(value)
    return value


@cache
def _asset(*names: str) -> Markup:
    """The package's own style or script files, one after another, as they stand."""
    return Markup("\n".join((_HERE / name).read_text(encoding="utf-8").strip() for name in names))


def _script_hash(*names: str) -> str:
    """The source expression that lets exactly this script run under the page's content policy."""
    digest = hashlib.sha256(str(_asset(*names)).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"

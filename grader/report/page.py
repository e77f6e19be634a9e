"""The HTML report of one submission: a `View` put into Jinja templates, whole, or without style and script."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from grader.cache import code_fingerprint, kept_folder
from grader.files import write_whole
from grader.plaintext import one_line, plain, points
from grader.report import format, history
from grader.report.format import clipped
from grader.report.history import EarlierGrading
from grader.report.mistakes import finding_views, place, related_words
from grader.report.source import prepare_highlighting
from grader.report.traffic import kernel_words
from grader.report.view import View, sweep_words
from grader.results import Results
from grader.results.base import variant_name

_HERE = Path(__file__).parent / "templates"
_REPORT = "report.html"

MAX_BYTES = 100_000
"""No system says how much it takes; a page of text has some 3 KB."""
FINDINGS_SHOWN = 10
DIAGNOSTICS_SHOWN = 10
LINES_AROUND = 2


def prepare() -> None:
    """Do now what the first page would wait for: its templates as code, and the rules of its highlighting."""
    _environment().get_template(_REPORT)
    prepare_highlighting()


def html(
    results: Results, previous: Results | None = None, gradings: Sequence[EarlierGrading] = (), *, stamp: str = ""
) -> str:
    """The whole report as one self-contained page.

    `previous` is the last grading of the same file, `gradings` the scores before it (see `grader.report.history`);
    with a `stamp` the page watches a sibling `stamp.js` and reloads itself when that names another one.
    """
    return render(_REPORT, page=View.of(results, previous, gradings), stamp=stamp)


def write_html(
    results: Results,
    path: Path,
    previous: Results | None = None,
    gradings: Sequence[EarlierGrading] = (),
    *,
    watch: bool = False,
) -> None:
    """Write the report to `path`, whole or not at all; raises `OSError` when the folder cannot be written.

    With `watch`, a `stamp.js` beside it tells an open page that there is a newer one.
    """
    stamp = hashlib.sha256(results.to_json().encode("utf-8", "replace")).hexdigest()[:16] if watch else ""
    write_whole(path, html(results, previous, gradings, stamp=stamp))
    if watch:
        write_whole(path.with_name("stamp.js"), f'window.graderStamp&&window.graderStamp("{stamp}")\n')


def render(template: str, **values: object) -> str:
    """A template with its values; everything that is not `Markup` is made visible, and escaped in HTML and XML."""
    return _environment().get_template(template).render(**values)


def write_report(results: Results, out: Path, *, watch: bool = False) -> Path:
    """Write `results.json`, `history.json` and `index.html` into `out`, each whole or not at all; returns the page.

    What `out` held before becomes the page's "since last time". Raises `OSError` when `out` cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    previous = history.read_previous(out)
    gradings = history.with_latest(history.read_history(out), results)
    page = out / history.PAGE_NAME
    write_whole(out / history.RESULTS_NAME, results.to_json())
    write_whole(out / history.HISTORY_NAME, history.History(entries=gradings).model_dump_json(indent=1))
    write_html(results, page, previous, gradings, watch=watch)
    return page


def brief_html(view: View) -> str:
    """The report without style and script: what a course's system shows of HTML after it has taken those out.

    Verdict, what to fix first, and each finding on its lines.
    """
    results = view.results
    source = results.submission.lines
    views = finding_views(results, len(source), {})
    excerpts = []
    for finding in views:  # the lines around its own: number, whether it is one of them, text
        own = {line for line in (finding.line, finding.other_line) if line}
        around = {near for line in own for near in range(line - LINES_AROUND, line + LINES_AROUND + 1)}
        shown = sorted(near for near in around if 0 < near <= len(source))
        excerpts.append((finding, [(number, number in own, clipped(source[number - 1])) for number in shown]))
    text = ""
    for most in (FINDINGS_SHOWN, 3, 0):
        text = render(
            "brief.html",
            results=results,
            fix_first=view.fix_first,
            excerpts=excerpts[:most],
            more=max(0, len(views) - most),
            errors=view.errors[:DIAGNOSTICS_SHOWN],
        )
        if len(text.encode("utf-8", "replace")) <= MAX_BYTES:
            break
    return text


@cache
def _environment() -> Environment:
    folder = kept_folder("pages")
    # As Python code the templates are half of a page's time.
    kept = FileSystemBytecodeCache(str(folder), f"{code_fingerprint()[:16]}-%s") if folder else None
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=select_autoescape(("html", "xml")),
        undefined=StrictUndefined,
        finalize=lambda value: (
            format.visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
        ),
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
        variant=variant_name,
        kernel=kernel_words,
        plural=format.plural,
        json=lambda value: Markup(format.embedded(value)),
        one_line=one_line,
        plain=plain,
        markdown=format.markdown,
        code_block=format.code_block,
        place=place,
        related_words=related_words,
        sweep=sweep_words,
    )
    environment.globals.update(asset=_asset, script_hash=_script_hash)
    return environment


@cache
def _asset(*names: str) -> Markup:
    """The package's own style or script files, one after another, as they stand."""
    return Markup("\n".join((_HERE / name).read_text(encoding="utf-8").strip() for name in names))


def _script_hash(*names: str) -> str:
    """The source expression that lets exactly this script run under the page's content policy."""
    digest = hashlib.sha256(str(_asset(*names)).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"

"""Further lines of a finding stand beside it in every form, each with what happens there."""

from __future__ import annotations

import io
import json
import re

import pytest
from rich.console import Console

from grader.courses.exchange import remarked_source
from grader.report.exports.tools import MARKDOWN
from grader.report.mistakes import annotations_of, describe
from grader.report.page import brief_html, html
from grader.report.redact import for_student
from grader.report.terminal import found_summary
from grader.report.view import View
from grader.results import Case, Check, Finding, Kind, Related, Results, Severity, Visibility
from tests.exports import samples as exports
from tests.report import samples

SOURCE = """int main() {
  const int threads = 2048;
  int *d;
  cudaMalloc(&d, 4);
  fill<<<1, threads>>>(d, "a line that leaves no room for its label");
}
"""
FOUND = Finding(
    kind=Kind.INVALID_LAUNCH,
    severity=Severity.ERROR,
    line=2,
    message="fill is launched with 2,048 threads a block.",
    hint="Take smaller blocks.",
    related=(
        Related(line=4, label="allocated here: 4 bytes"),
        Related(line=5, label="this launch uses it"),
        Related(line=7, label="used here, too", file="more.h"),
    ),
)


@pytest.fixture
def results() -> Results:
    """A program with that finding alone."""
    return samples.results(source=SOURCE, findings=(FOUND,), check=Check(text="main()", threads=1))


def test_the_terminal_shows_the_lines_with_marks_and_labels(results: Results) -> None:
    """A label stands behind the marks where there is room, else below; a line of another file has its name."""
    console = Console(file=io.StringIO(), width=80)
    found_summary(results, console, counted=False)
    shown = [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    assert shown[2:4] == ["    2 │   const int threads = 2048;", "      │   ~~~~~~~~~~~~~~~~~~~~~~~~~"]
    assert shown[4:6] == ["    4 │   cudaMalloc(&d, 4);", "      │   ~~~~~~~~~~~~~~~~~~ allocated here: 4 bytes"]
    assert "      │ this launch uses it" in shown and "      │ more.h:7 used here, too" in shown


def test_every_other_form_tells_them(results: Results) -> None:
    """The page links to them, and marks them in the source; texts name the line."""
    page = html(results)
    assert '<a href="#L4">line 4</a>: allocated here: 4 bytes' in page and "more.h, line 7: used here, too" in page
    assert re.search(r'id="L5".*?↔ this launch uses it: finding 1, line 2', page, re.DOTALL)
    for text in (describe(FOUND), MARKDOWN.render(View.of(results)), brief_html(View.of(results))):
        plain = text.replace("\\", "")
        assert "line 4: allocated here: 4 bytes" in plain and "more.h, line 7: used here, too" in plain
    remarked = remarked_source(results).splitlines()
    assert remarked[remarked.index("  cudaMalloc(&d, 4);") + 1] == "// ^^^ line 4: allocated here: 4 bytes"


def test_annotations_have_those_of_the_file_as_places_and_all_as_text(results: Results) -> None:
    """So code scanning shows them beside the result."""
    (mark,) = annotations_of(results)
    assert mark.others == ((4, "allocated here: 4 bytes"), (5, "this launch uses it"))
    assert "more.h, line 7: used here, too" in mark.text


def test_results_without_further_lines_are_written_as_before(results: Results) -> None:
    """And read again with those that they have."""
    document = json.loads(results.to_json())
    assert document["findings"][0]["related"][0] == {"line": 4, "label": "allocated here: 4 bytes"}
    assert Results.from_json(results.to_json()).findings == results.findings
    alone = FOUND.model_copy(update={"related": ()})
    assert "related" not in json.loads(results.model_copy(update={"findings": (alone,)}).to_json())["findings"][0]


def test_what_further_lines_say_of_a_hidden_case_is_not_told() -> None:
    """Their labels have numbers, and nobody knows which case these are of."""
    found = FOUND.model_copy(update={"case": "secret", "cases": ("secret", "open")})
    cases: tuple[Case, ...] = (exports.case("open"), exports.case("secret", visibility=Visibility.HIDDEN))
    (shown,) = for_student(exports.results(cases=cases, findings=(found,))).findings
    assert shown.related == ()

"""The source is shown line by line as the compiler counted it, highlighted, with nothing hidden."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.format import visible
from grader.report.source import HIGHLIGHT_LIMIT, MAX_LINES, source_lines
from tests.report.pages import parse


def texts(source: str) -> list[str]:
    lines, _ = source_lines(source)
    return [parse(str(line.html)).text for line in lines]


@given(st.text(max_size=300))
def test_no_text_is_lost_and_lines_stay_lines(source):
    """Whatever the text, each line's words are the line's, made visible."""
    rows = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = rows[:-1] if rows[-1] == "" else rows
    assert texts(source) == [visible(row) for row in rows]


def test_a_comment_over_several_lines_is_a_comment_on_each():
    """A token that spans lines is opened anew on each."""
    lines, _ = source_lines("/* one\n   two */ int x;")
    assert [str(line.html).count('<i class="c">') for line in lines] == [1, 1]


def test_cudas_words_are_told_apart():
    """Qualifiers are keywords, built-in variables and barriers are built-ins."""
    lines, _ = source_lines("__global__ void f() { __syncthreads(); int x = threadIdx.x; }")
    text = str(lines[0].html)
    assert '<i class="k">__global__</i>' in text
    assert '<i class="b">__syncthreads</i>' in text
    assert '<i class="b">threadIdx</i>' in text


@pytest.mark.parametrize(
    ("char", "shown"), [("\x00", "␀"), ("\x1b", "␛"), ("\u202e", "⟨U+202E⟩"), ("\udc80", "\ufffd"), ("\x7f", "␡")]
)
def test_a_character_that_hides_or_reorders_text_is_shown(char, shown):
    """The reader sees that it is there."""
    assert texts(f"int a{char}b;") == [f"int a{shown}b;"]


def test_a_huge_source_is_cut_with_a_note():
    """Ten thousand lines show the first and say so; a very long line too."""
    lines, note = source_lines("x;\n" * 10_000 + "y" * 5_000)
    assert len(lines) == MAX_LINES
    assert "10,001 lines" in note
    lines, note = source_lines("y" * 5_000)
    assert len(html.unescape(str(lines[0].html))) < 1_010
    assert "Long lines" in note


def test_a_source_too_large_to_highlight_is_shown_plain():
    """A lexer may crawl on noise; above the limit the text stays text."""
    lines, _ = source_lines(("int a = 1; // <b>" + "z" * 100 + "\n") * (HIGHLIGHT_LIMIT // 100))
    assert "&lt;b&gt;" in str(lines[0].html)
    assert "<i" not in str(lines[0].html)

"""Numbers and text are said in one way everywhere."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.plaintext import points, points_of
from grader.report import format

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_embedded_json_is_the_value_and_cannot_end_its_script(value):
    """It parses back, and holds no character that means something in HTML or ends a line in a script."""
    text = format.embedded(value)
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == value


def test_embedded_numbers_are_finite_or_words():
    """NaN is no JSON; it goes by name."""
    assert json.loads(format.embedded([math.nan, math.inf, -math.inf, 2.0])) == ["NaN", "Infinity", "-Infinity", 2]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (68.0, "68"),
        (-3.0, "−3"),
        (0.1, "0.1"),
        (1e-7, "1e−07"),
        (math.nan, "NaN"),
        (-math.inf, "−∞"),
        (1 / 3, "0.333333"),
    ],
)
def test_numbers_are_written_as_a_person_would(value, text):
    """Whole numbers whole, others with six digits, the rest by name."""
    assert format.number(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (512, "512"), (9_999, "9,999"), (131_072, "131\u202fk"), (4_194_304, "4.19\u202fM")]
)
def test_gutter_counts_are_short(value, text):
    """At most about five characters."""
    assert format.brief_count(value) == text


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (2.5, "2.5"), (33.333, "33.3"), (0.0, "0"), (100.0, "100")])
def test_points_have_no_trailing_zeros(value, text):
    """And one decimal at most, where people read them."""
    assert points(value) == text


@pytest.mark.parametrize(
    ("value", "most", "text"),
    [(96.92, 96.92, "96.9 of 96.9"), (96.9, 96.92, "96.8 of 96.9"), (99.96, 100, "99.9 of 100"), (0, 100, "0 of 100")],
)
def test_fewer_points_than_all_never_read_as_all(value, most, text):
    """Who has all has passed, and whoever reads it must see which of the two it is."""
    assert points_of(value, most) == text


@given(st.text())
def test_visible_text_has_no_control_but_tab_and_line_feed(text):
    """What is shown can be encoded, and steers neither browser nor terminal."""
    shown = format.visible(text)
    shown.encode("utf-8")
    assert not [char for char in shown if (ord(char) < 32 and char not in "\t\n") or 0x7F <= ord(char) < 0xA0]

"""The class page adds up what the submissions' results say."""

from __future__ import annotations

import pytest

from grader.batch.classpage import class_html, class_view
from grader.batch.gradebook import GradebookRow
from grader.batch.similarity import Alike
from grader.results import Adjustment, Status, Sweep
from grader.words.tables import finding_words
from tests.batch.class_rows import item, of_results, row_of, ungraded
from tests.report import samples
from tests.report.pages import parse


def some_class() -> list[GradebookRow]:
    """Four submissions and one that could not be read."""
    graded = {"ada": samples.reference(), "bob": samples.missing_barrier(), "eve": samples.boundary_bug(),
              "kim": samples.grader_fault()}  # fmt: skip
    rows = [of_results(name, results) for name, results in graded.items()]
    return [*rows, ungraded("zoe", "no .cu file was found")]


def test_every_submission_has_a_row_with_a_link_to_its_report():
    """Five rows, four links."""
    tree = parse(class_html(some_class()))
    rows = tree.by_id("class").find("tbody")[0].find("tr")
    assert [row.find("th")[0].text for row in rows] == ["ada", "bob", "eve", "kim", "zoe"]
    assert [link.attributes["href"] for link in tree.by_id("class").find("a")] == [
        f"./{name}/index.html" for name in ("ada", "bob", "eve", "kim")
    ]
    assert "no .cu file was found" in rows[4].text


def test_the_histogram_counts_each_graded_submission_once():
    """Scores 100, 80, 46 and 100 fall into their bins; the unread one into none."""
    view = class_view(some_class())
    assert {item.name: item.amount for item in view.histogram if item.amount} == {"40 %": 1, "80 %": 1, "100 %": 2}


def test_findings_are_counted_by_submission():
    """One race and one access out of bounds; the grader's own limit is no finding of the student's."""
    view = class_view(some_class())
    assert [(item.name, [who.page for who in item.who]) for item in view.kinds] == [
        (finding_words()["data-race"].title(), ["./bob/index.html"]),
        (finding_words()["out-of-bounds"].title(), ["./eve/index.html"]),
    ]


def test_a_mistake_leads_to_the_pages_of_all_who_made_it():
    """Findings and causes alike, the commonest first; no link where there is no page."""
    rows = [
        row_of("b", cause="guard of A"),
        row_of("a", cause="guard of A"),
        ungraded("c", "lost", cause="number of phases"),
    ]
    assert [(item.name, item.amount, [who.page for who in item.who]) for item in class_view(rows).causes] == [
        ("guard of A", 2, ["./a/index.html", "./b/index.html"]),
        ("number of phases", 1, [""]),
    ]


def test_what_is_alike_is_told_as_a_hint():
    """With the threshold, and marked in both rows; what could not be compared is said."""
    rows = [row_of(name) for name in ("zoe", "ada", "bob")]
    html = class_html(rows, alike=Alike(found=[((0, 2), 1.0), ((1, 2), 0.836)], threshold=0.8))
    section = parse(html).by_id("alike").text
    assert "A hint, and no proof" in section
    assert "From 80 % of the rest on" in section
    assert "equal but for names and layout zoe, bob" in section
    assert "83 % in common ada, bob" in section
    told = [row.alike for row in class_view(rows, alike=Alike(found=[((0, 2), 1.0), ((1, 2), 0.83)])).rows]
    assert told == [1, 2, 1]
    assert 'id="alike"' not in class_html(rows)
    assert "not compared: why" in class_html(rows, alike=Alike(problem="not compared: why"))


def test_points_that_were_changed_are_shown_with_the_reason():
    """Also of somebody who handed nothing in."""
    rows = [
        row_of("ada", score=40, adjustments=(Adjustment(kind="override", points=85, words="set to 85"),)),
        ungraded(
            "bob",
            "nothing was handed in",
            max_score=100,
            adjustments=(Adjustment(kind="override", points=50, words="on paper"),),
        ),
        ungraded("eve", "nothing was handed in"),
    ]
    cells = [row.find("td") for row in parse(class_html(rows)).by_id("class").find("tbody")[0].find("tr")]
    assert [row[0].text.split(" ")[0] for row in cells] == ["85", "50", "–"]
    assert ["set to 85" in cells[0][-1].text, "on paper" in cells[1][-1].text] == [True, True]
    assert [row.marks for row in class_view(rows).rows][:2] == [("did not pass", "changed"), ("not graded", "changed")]


def test_the_hardest_cases_come_first():
    """The cases that only one of four fails are listed with that figure, once for all tile widths."""
    view = class_view(some_class())
    assert [(item.name, item.words) for item in view.hardest] == [
        ("ones-twos-34", "1 of 4 fail"),
        ("random-34", "1 of 4 fail"),
    ]
    rows = [
        row_of("a", by_label={"tall@16": Status.FAILED, "tall@32": Status.FAILED, "wide@16": Status.PASSED}),
        row_of("b", by_label={"tall@16": Status.PASSED, "wide@16": Status.TIMEOUT, "wide@32": Status.TIMEOUT}),
        row_of("c", by_label={"tall@16": Status.FAILED, "wide@16": Status.PASSED}),
    ]
    assert [(item.name, item.words) for item in class_view(rows).hardest] == [
        ("tall", "2 of 3 fail"),
        ("wide", "1 of 3 fail"),
    ]


def test_the_means_of_the_rubrics_items_are_told():
    """Over those who have a grade."""
    rows = [
        row_of("a", rubric=(item("Right results", 40, 60), item("Safe", 15, 15))),
        row_of("b", rubric=(item("Right results", 10.5, 60), item("Safe", 0, 15))),
        ungraded("c", "nothing was handed in"),
    ]
    view = class_view(rows)
    assert [(each.name, each.words) for each in view.items] == [("Right results", "25.2 of 60"), ("Safe", "7.5 of 15")]
    assert "Mean points" in class_html(rows)


def test_students_are_in_the_order_in_which_people_sort_names():
    """A number is one, and capitals do not count."""
    names = ["group 10", "Group 2", "ada", "Bob", "group 1"]
    view = class_view([row_of(name) for name in names])
    assert [row.row.student.name for row in view.rows] == ["ada", "Bob", "group 1", "Group 2", "group 10"]


def test_the_matrix_row_follows_the_cases():
    """Each sign of a strip is the status of the case of that column."""
    view = class_view(some_class())
    eve = next(row for row in view.rows if row.row.student.name == "eve")
    assert {label for label, sign in zip(view.labels, eve.cells, strict=True) if sign == "x"} == {
        "ones-twos-34@16",
        "random-34@16",
    }
    assert eve.passing == 24


def test_a_case_that_a_submission_never_had_is_not_called_passed():
    """The unread submission passes nothing."""
    zoe = class_view(some_class()).rows[-1]
    assert zoe.passing == 0
    assert set(zoe.cells) == {" "}


@pytest.mark.parametrize("name", [samples.HOSTILE, "javascript:alert(1)", "../../etc", 'a" onclick="x'])
def test_a_hostile_name_stays_text_and_its_link_relative(name):
    """Neither element, attribute nor scheme comes out of a student's name."""
    rows = [row_of(name, message=name, findings=("data-race",))]
    tree = parse(class_html(rows, title=name))
    (link,) = tree.by_id("class").find("a")
    assert link.attributes["href"].startswith("./")
    assert ":" not in link.attributes["href"]
    assert set(link.attributes) == {"href"}
    assert len(tree.find("script")) == 2


def test_a_thousand_submissions_stay_under_a_megabyte():
    """The page of a large class is one small file."""
    base = some_class()[2]
    rows = [row_of(f"student {n}", score=n % 101, by_label=base.by_label, findings=base.findings) for n in range(1000)]
    assert len(class_html(rows).encode()) < 1_000_000


def test_an_empty_class_has_a_page():
    """No submission is no error."""
    assert "No case failed" in class_html([])


def test_the_table_is_ranked_by_time_where_time_was_measured():
    """With timings the column is speed; without, traffic."""
    timed = class_view([of_results("t", samples.timed())])
    assert (timed.timed, timed.rows[0].speed) == (True, "1.51×")
    counted = class_view([of_results("r", samples.reference())])
    assert (counted.timed, counted.rows[0].speed) == (False, "16.0×")
    assert counted.rows[0].row.by_label["random-34@16"] is Status.PASSED


def test_cases_are_those_that_the_students_page_counts():
    """The shapes that a sweep tried are in the strip, and not among them; who has none has none to pass."""
    swept = samples.reference()
    swept = swept.model_copy(update={"sweep": Sweep(shapes=9, tile_widths=(16, 32))})
    page = class_html([of_results("ada", swept), ungraded("zoe", "nothing")])
    ada, zoe = parse(page).by_id("class").find("tbody")[0].find("tr")
    assert f"{len(swept.cases)} of {len(swept.cases)}" in ada.text
    assert " of " not in zoe.text


def test_who_handed_nothing_in_is_no_submission():
    """Of five one could not be read; one that the grader failed on was handed in."""
    rows = [*some_class(), ungraded("tim", "it crashed", fault=True)]
    page = parse(class_html(rows))
    assert dict(class_view(rows).facts)["submissions"] == "5"
    assert "5 submissions" in page.find("header")[0].text

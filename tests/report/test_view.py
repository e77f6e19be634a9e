"""What the page shows, decided before it is drawn: where the replay stands, what the first box links to."""

from __future__ import annotations

from grader.report.page import html
from grader.report.view import View
from grader.results import Status
from tests.report import sample_kernel, samples
from tests.report.pages import parse


def test_the_replay_of_a_fault_stands_under_the_first_finding():
    """Inside the code, below the card, on the line it is about."""
    results = samples.missing_barrier()
    assert View.of(results).replay_under == 1
    line = parse(html(results)).by_id("code").by_id(f"L{samples.RACE.line}")
    assert line.find(id="replay")
    assert line.find(id="finding-1")


def test_the_replay_of_a_right_kernel_stands_by_itself():
    """So does that of a kernel whose recorded run shows nothing of what was found."""
    assert View.of(samples.reference()).replay_under == 0
    unseen = samples.missing_barrier().model_copy(update={"recordings": (sample_kernel.record(),)})
    assert View.of(unseen).replay_under == 0
    tree = parse(html(unseen))
    assert len(tree.find(id="replay")) == 1
    assert not tree.by_id("code").find(id="replay")


def test_fix_first_links_to_its_finding():
    """The box at the top leads to the card and to the replay."""
    (box,) = parse(html(samples.missing_barrier())).by_id("verdict").find(class_="first")
    assert [link.attributes["href"] for link in box.find("a")] == ["#finding-1", "#replay"]


def test_full_points_lead_on():
    """What to try next stands where there would be something to fix."""
    assert "reads shared memory" in View.of(samples.reference()).onward
    assert View.of(samples.missing_barrier()).onward == ""
    assert "Try to let each thread compute several cells" in parse(html(samples.reference())).by_id("verdict").text


def test_what_a_kernel_printed_stands_before_the_cases():
    """It is what the student looks for, not a detail."""
    page = html(samples.results(output="here 42\n"))
    assert "here 42" in parse(page).by_id("output").text
    assert page.index('id="output"') < page.index('id="cases"') < page.index('id="details"')


def test_a_family_names_those_that_did_not_pass():
    """Paper shows the names instead of every case."""
    results = samples.boundary_bug()
    failed = {case.name for case in results.cases if case.status is not Status.PASSED}
    named = {
        name for family in View.of(results).sections[0].families for name in family.not_passed.split(" and ") if name
    }
    assert named == failed

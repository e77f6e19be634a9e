"""The figures of traffic and timing as values, before they are drawn."""

from __future__ import annotations

from grader.labs.matmul.product import WORDS
from grader.report.traffic import timing_view, traffic_view
from grader.results import Threshold
from tests.report import sample_figures, samples


def test_bars_are_loads_for_each_cell_beside_the_longest():
    """Naive loads 2·128 for each cell of C, tiles of 16 a sixteenth of it; the ideal is no measurement."""
    view = traffic_view(samples.reference())
    assert view is not None
    bars = {bar.name: bar for bar in view.bars}
    assert (bars["naive"].value, bars["naive"].share) == ("256", 1.0)
    assert (bars["student"].value, bars["student"].share) == ("16", 1 / 16)
    assert bars["ideal"].value == "16"


def test_without_counts_there_is_no_section():
    """A kernel that never ran has no traffic, and none is made up."""
    assert traffic_view(samples.compile_error()) is None
    assert traffic_view(samples.results(performance=None)) is None


def test_every_point_stays_inside_its_roofline():
    """No kernel is drawn above what its device allows, nor off the paper."""
    view = traffic_view(samples.reference())
    assert view is not None
    for roof in view.rooflines:
        assert all(roof.left <= point.x <= roof.width and 0 <= point.y <= roof.floor for point in roof.points)


def test_a_timing_has_a_dot_for_each_pair_and_its_marks_in_order():
    """Median inside its interval, thresholds where their ratios are, every dot on the paper."""
    performance = sample_figures.performance(
        timing=(sample_figures.timing(2.0),), thresholds=(Threshold(ratio=1.5, share=0.5), Threshold(ratio=3, share=1))
    )
    view = timing_view(performance, WORDS)
    assert view is not None
    (plot,) = view.plots
    assert len(plot.dots) == 11
    assert plot.interval[0] <= plot.median <= plot.interval[1]
    assert plot.thresholds[0][0] < plot.median < plot.thresholds[1][0]
    assert all(0 <= x <= plot.width and 0 <= y <= plot.floor for x, y in plot.dots)
    assert plot.verdict == ""


def test_noise_is_said_and_costs_nothing():
    """An interval that lies across a threshold is called inconclusive."""
    view = timing_view(sample_figures.performance(timing=(sample_figures.timing(conclusive=False),)), WORDS)
    assert view is not None
    assert "Inconclusive" in view.plots[0].verdict


def test_a_kernel_that_was_not_timed_has_no_timing():
    """On a machine without a GPU the section is left out."""
    assert timing_view(sample_figures.performance(), WORDS) is None
    assert timing_view(None, WORDS) is None

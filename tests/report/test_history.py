"""A report remembers what its folder held before."""

from __future__ import annotations

import pytest

from grader.report.history import next_hint, read_history, read_previous
from grader.report.page import write_report
from grader.results import Results
from tests.report import samples
from tests.report.pages import parse


def test_the_first_report_compares_with_nothing(tmp_path):
    """Page, results and history are written; nothing came before."""
    page = write_report(samples.boundary_bug(), tmp_path / "new" / "report")
    assert not parse(page.read_text(encoding="utf-8")).find(id="since")
    assert Results.load(page.with_name("results.json")).to_json() == samples.boundary_bug().to_json()
    assert [row.score for row in read_history(page.parent)] == [46]


def test_the_second_report_tells_what_changed(tmp_path):
    """The folder's last results are what the next ones are compared with."""
    write_report(samples.boundary_bug(), tmp_path)
    page = write_report(samples.missing_barrier(), tmp_path)
    assert "34 points more" in parse(page.read_text(encoding="utf-8")).by_id("since").text
    assert [row.score for row in read_history(tmp_path)] == [46, 80]


def test_grading_the_same_file_again_is_one_entry(tmp_path):
    """The history is of versions, not of runs."""
    write_report(samples.boundary_bug(), tmp_path)
    write_report(samples.boundary_bug(), tmp_path)
    assert len(read_history(tmp_path)) == 1


@pytest.mark.parametrize("target", ["/dev/zero", "elsewhere.json"])
def test_what_came_with_a_repository_is_no_way_to_other_files(tmp_path, target):
    """A link in the output folder is not followed, wherever it leads; the report replaces it."""
    write_report(samples.reference(), tmp_path / "before")
    (tmp_path / "elsewhere.json").write_bytes((tmp_path / "before" / "results.json").read_bytes())
    out = tmp_path / "out"
    out.mkdir()
    for name in ("results.json", "history.json", "hint.txt"):
        (out / name).symlink_to(tmp_path / target)
    assert read_previous(out) is None
    assert read_history(out) == ()
    assert next_hint(out, samples.reference()) == 1
    write_report(samples.reference(), out)
    assert not (out / "results.json").is_symlink()


@pytest.mark.parametrize("damage", ["", "{", '{"schema": 7}', "\x00\xff"])
def test_damaged_files_are_as_good_as_none(tmp_path, damage):
    """A cut or foreign file never stops a report."""
    for name in ("results.json", "history.json"):
        (tmp_path / name).write_text(damage, encoding="latin-1")
    assert read_previous(tmp_path) is None
    assert read_history(tmp_path) == ()
    write_report(samples.reference(), tmp_path)
    assert len(read_history(tmp_path)) == 1


def test_watching_writes_a_stamp_that_the_page_looks_for(tmp_path):
    """The stamp beside the page is the page's own, and changes with the results."""
    stamps = []
    for results in (samples.boundary_bug(), samples.missing_barrier()):
        page = write_report(results, tmp_path, watch=True)
        (body,) = parse(page.read_text(encoding="utf-8")).find("body")
        stamps.append(body.attributes["data-stamp"])
        assert f'"{stamps[-1]}"' in (tmp_path / "stamp.js").read_text(encoding="utf-8")
    assert len(set(stamps)) == 2


def test_a_page_that_is_not_watched_looks_for_nothing(tmp_path):
    """Without `watch` there is no stamp, and the page's policy lets no file in."""
    page = write_report(samples.reference(), tmp_path)
    assert not (tmp_path / "stamp.js").exists()
    assert "file:" not in page.read_text(encoding="utf-8").split("<style>")[0]


def test_a_folder_that_cannot_be_written_keeps_what_it_held(tmp_path):
    """A failed write raises and leaves the old page whole, with nothing half-written beside it."""
    page = write_report(samples.reference(), tmp_path)
    before = page.read_text(encoding="utf-8")
    page.unlink()
    page.mkdir()
    with pytest.raises(OSError):
        write_report(samples.boundary_bug(), tmp_path)
    assert before
    assert not list(tmp_path.glob(".*.tmp"))

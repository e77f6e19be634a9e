"""The page of one submission says what its results say, stands alone, and keeps student text text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grader.labs.hints import product_hints
from grader.report.history import EarlierGrading
from grader.report.page import html, write_html
from grader.results import Compile, Diagnostic, Finding, Kind, LineCount, Results, Severity, Status
from grader.words.tables import topics
from tests.report import sample_cases, sample_figures, sample_kernel, samples
from tests.report.pages import parse


@pytest.fixture(params=samples.ALL)
def every(request) -> Results:
    """Each of the sample results."""
    return samples.ALL[request.param]()


def test_every_page_is_well_formed_and_under_a_megabyte(every):
    """Elements close where they should, ids are unique, and the file is small."""
    text = html(every)
    tree = parse(text)
    ids = [node.attributes["id"] for node in tree.walk() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    assert len(text.encode()) < 1_000_000


def test_every_page_stands_alone(every):
    """No element refers to anything outside of the page."""
    tree = parse(html(every))
    for node in tree.walk():
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            value = node.attributes.get(name, "")
            assert not value or value.startswith(("#", "data:")), f"<{node.tag} {name}={value!r}>"
    assert not re.search(r"@import|url\(", "".join(node.text for node in tree.find("style")))


def test_every_link_within_a_page_leads_somewhere(every):
    """Each `#name` is the id of an element."""
    tree = parse(html(every))
    ids = {node.attributes.get("id") for node in tree.walk()}
    targets = [node.attributes["href"][1:] for node in tree.find("a") if node.attributes["href"].startswith("#")]
    assert targets
    assert set(targets) <= ids


def test_a_page_is_made_from_results_json_alone(every):
    """Results read back from their file give the same page."""
    assert html(Results.from_json(every.to_json())) == html(every)


def test_the_verdict_comes_first_with_score_and_what_to_fix():
    """Score, verdict and the first thing to fix open the page."""
    section = parse(html(samples.missing_barrier())).by_id("verdict")
    assert "80" in section.find(class_="score")[0].text
    assert section.find("h1")[0].text == samples.missing_barrier().verdict
    assert "a barrier is missing" in section.find(class_="first")[0].text


def test_what_was_not_measured_is_said():
    """A machine with no GPU says that nothing was timed."""
    section = parse(html(samples.reference())).by_id("verdict")
    assert "Not measured: Time: no GPU was found" in section.find(class_="device")[0].text


def test_a_finding_stands_on_its_line_and_its_other_party_is_linked():
    """The race is told under line 25, and line 20 points to it."""
    tree = parse(html(samples.missing_barrier()))
    line = tree.by_id("L25")
    (card,) = line.find("article")
    assert samples.RACE.message in card.text
    assert samples.RACE.hint in card.text
    assert "1,024 times" in card.text
    assert "error" in line.attributes["class"]
    (pointer,) = tree.by_id("L20").find(class_="pointer")
    assert pointer.find("a")[0].attributes["href"] == "#" + card.attributes["id"]


def test_races_that_one_barrier_mends_share_a_card():
    """Seen from either side and on either tile they are one fault; a race on other lines is another."""
    mirrored = samples.RACE.model_copy(
        update={
            "line": sample_kernel.LOAD_A,
            "object": "As[0][1]",
            "other": samples.RACE.other.model_copy(update={"line": sample_kernel.MULTIPLY, "access": "read"}),
            "message": "the same lines, seen from the write",
        }
    )
    on_b = samples.RACE.model_copy(
        update={
            "array": "Bs",
            "object": "Bs[0][1]",
            "other": samples.RACE.other.model_copy(update={"line": sample_kernel.LOAD_B}),
            "message": "the other tile",
        }
    )
    elsewhere = samples.RACE.model_copy(update={"line": 2, "other": None, "message": "lines of its own"})
    results = samples.missing_barrier().model_copy(update={"findings": (samples.RACE, mirrored, on_b, elsewhere)})
    code = parse(html(results)).by_id("code")
    cards = code.find("article")
    assert len(cards) == 2
    assert "The other way round: the same lines, seen from the write" in cards[1].text
    assert "Likewise: the other tile" in cards[1].text
    assert "The same as for finding 1" in cards[0].text
    for line in (sample_kernel.LOAD_A, sample_kernel.LOAD_B):
        assert code.by_id(f"L{line}").find(class_="pointer")


def test_a_finding_without_a_line_is_shown_all_the_same():
    """A finding about no one line has its card in a section of its own."""
    tree = parse(html(samples.skeleton()))
    (card,) = tree.by_id("findings").find("article")
    assert "No thread stores to C." in card.text


def test_a_finding_links_to_the_idea_behind_it():
    """The race links to the paragraph about barriers, which is on the page."""
    tree = parse(html(samples.missing_barrier()))
    links = [node.attributes["href"] for node in tree.by_id("L25").find("a")]
    assert "#idea-barriers" in links
    assert "two barriers" in tree.by_id("idea-barriers").text


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_finding_can_be_shown(kind):
    """Each kind has a title of its own and a card."""
    finding = Finding(kind=kind, severity=Severity.ERROR, line=3, message=f"about {kind.value}")
    (card,) = parse(html(samples.results(findings=(finding,)))).by_id("L3").find("article")
    assert f"about {kind.value}" in card.text
    assert card.find("h3")[0].text.split()[1:]


def test_counts_stand_beside_the_lines_that_did_the_work():
    """Line 25 shows its shared loads, exactly in the title and shortly in the gutter."""
    (counts,) = parse(html(samples.reference())).by_id("L25").find("span", class_="counts")
    assert "4,194,304 shared loads" in counts.attributes["title"]
    assert "4.19" in counts.text


def test_a_line_with_bank_conflicts_says_how_bad_they_are():
    """Thirty-two passes where one would do is named on the line."""
    row = LineCount(line=25, shared_loads=1024, bank_wavefronts=1024, bank_ideal_wavefronts=32)
    line = parse(html(samples.results(lines=(row,)))).by_id("L25")
    assert "banks ×32" in line.text


def test_uncoalesced_lines_are_explained_in_a_sentence():
    """Thirty-two sectors where four would do is named in the gutter and explained under traffic."""
    row = LineCount(line=20, global_loads=1024, global_load_bytes=4096, sectors=1024, requests=32)
    tree = parse(html(samples.results(lines=(row,))))
    assert "32 sectors" in tree.by_id("L20").text
    assert "Line 20 is uncoalesced" in tree.by_id("traffic").text
    assert "where 4 would do" in tree.by_id("traffic").text


def test_a_good_kernel_is_told_of_no_waste():
    """The reference's counts give no remark, nor does a warp that reads one element together."""
    together = LineCount(line=20, global_loads=1024, global_load_bytes=4096, sectors=32, requests=32)
    for lines in (sample_figures.lines(), (together,)):
        assert not parse(html(samples.results(lines=lines))).by_id("traffic").find(class_="callout")


def test_a_compile_error_is_shown_once_on_its_line_and_nothing_claims_to_have_run():
    """The message is on line 16; there is no replay and no traffic."""
    tree = parse(html(samples.compile_error()))
    assert 'expected a ";"' in tree.by_id("L16").text
    assert not tree.by_id("L16").find(class_="diagnostic")
    assert not tree.find(id="replay")
    assert not tree.find(id="traffic")


def test_the_graders_fault_is_never_shown_as_the_students():
    """The page says whose fault it was, and that it cost nothing."""
    tree = parse(html(samples.grader_fault()))
    section = tree.by_id("verdict")
    assert "not in your code" in section.text
    assert "grader" in section.attributes["class"].split()
    assert {node.find(class_="word")[0].text for node in tree.find("details", class_="case")} == {"grader’s fault"}


def test_a_students_fault_beside_a_graders_fault_stays_the_students():
    """With a wrong case of the student's own, the page's tone is the student's."""
    mixed = samples.grader_fault().model_copy(update={"cases": samples.boundary_bug().cases, "passed": False})
    assert "failed" in parse(html(mixed)).by_id("verdict").attributes["class"].split()


def test_every_case_shows_shape_points_and_how_to_run_it_alone():
    """Each case has its row, its reason and its command."""
    results = samples.boundary_bug()
    tree = parse(html(results))
    rows = tree.find("details", class_="case")
    assert len(rows) == len(results.cases)
    text = tree.by_id("cases").text
    for case in results.cases:
        assert case.reproduce in text
        assert case.reason in text
        assert f"{case.sizes['M']}×{case.sizes['K']}×{case.sizes['N']}" in text


def test_a_failed_case_has_its_map_with_counts_in_words():
    """The map's label and legend tell what its colours tell."""
    tree = parse(html(samples.boundary_bug()))
    plots = tree.find(class_="plot")
    assert len(plots) == 2
    assert "1,122 wrong" in plots[0].attributes["aria-label"]
    assert "64 wrong" in plots[1].attributes["aria-label"]
    assert "3 not finite" in plots[1].attributes["aria-label"]


def test_hostile_text_makes_no_element_and_no_attribute():
    """Whatever the student wrote, the page's elements are those of the same page with plain words in its place."""

    def shape(text: str) -> list[tuple[str, tuple[str, ...]]]:
        return [(node.tag, tuple(sorted(node.attributes))) for node in parse(text).walk()]

    hostile = samples.hostile()
    plain = Results.from_json(hostile.to_json().replace(json.dumps(samples.HOSTILE, ensure_ascii=False)[1:-1], "word"))
    assert "word" in plain.verdict
    assert shape(html(hostile)) == shape(html(plain))


def test_hostile_text_cannot_reorder_or_hide_what_is_shown():
    """Control, bidirectional and line-separator characters are shown as signs, not obeyed."""
    text = html(samples.hostile())
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]", text)
    assert "⟨U+202E⟩" in text


def test_only_the_pages_own_scripts_may_run():
    """The policy names two scripts by hash, and no inline script is let in wholesale."""
    (policy,) = (
        node.attributes["content"]
        for node in parse(html(samples.hostile())).find("meta")
        if node.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    scripts = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert scripts.count("'sha256-") == 2
    assert "unsafe" not in scripts
    assert "default-src 'none'" in policy


def test_a_megabyte_of_output_is_cut_with_a_note():
    """The page shows the beginning of a long output and says how much is missing."""
    tree = parse(html(samples.hostile()))
    assert "more characters are not shown" in tree.by_id("output").text
    assert len(tree.find(class_="output")[0].text) < 100_000


def test_an_endless_message_is_cut():
    """Names of a million letters fill neither page nor terminal."""
    endless = "n" * 1_000_000
    finding = Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, line=2, message=endless, hint=endless)
    wordy = Diagnostic(severity="error", file="matmul.cu", line=3, message=endless)
    results = samples.results(
        verdict=endless, fix_first=endless, findings=(finding,), compile=Compile(ok=False, diagnostics=(wordy,) * 60)
    )
    assert len(html(results)) < 400_000


def test_text_that_cannot_be_encoded_is_still_written(tmp_path):
    """A lone surrogate, as an undecodable file name gives, does not stop the report."""
    results = samples.results(verdict="broken \udcff name")
    write_html(results, tmp_path / "index.html")
    assert "broken \ufffd name" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_an_empty_submission_has_a_page():
    """Nothing to show as code, and nothing breaks."""
    tree = parse(html(samples.results(source="", recordings=(), cases=(), performance=None)))
    assert not tree.find(id="code")
    assert tree.by_id("verdict")


def test_since_last_time_tells_what_was_fixed_and_what_broke():
    """Going from the boundary bug to the missing barrier fixes cases and one finding, and brings another."""
    tree = parse(html(samples.missing_barrier(), previous=samples.boundary_bug()))
    text = tree.by_id("since").text
    assert "34 points more" in text
    assert "ones-twos-34@16" in text
    assert "Out of bounds on line 20 (gone)" in text
    assert "Data race on line 25 (new)" in text


def test_a_finding_that_only_moved_is_neither_new_nor_gone():
    """An empty line above everything moves the race; it is still the same race."""
    before = samples.missing_barrier()
    moved = before.findings[0].model_copy(update={"line": 26})
    source = before.submission.model_copy(update={"source": "\n" + before.submission.source, "sha256": "1" * 64})
    after = before.model_copy(update={"findings": (moved,), "submission": source})
    text = parse(html(after, previous=before)).by_id("since").text
    assert "Data race" not in text


def test_the_score_history_is_drawn_and_told():
    """Three gradings give three dots and a sentence."""
    history = [
        EarlierGrading(when=f"2026-01-0{day}", score=score, max_score=100, passed=False, sha256="0" * 64)
        for day, score in ((1, 5), (2, 46), (3, 80))
    ]
    section = parse(html(samples.missing_barrier(), samples.boundary_bug(), history)).by_id("since")
    assert len(section.find("circle")) == 3
    assert "5, 46, 80" in section.text


def test_traffic_shows_counted_loads_for_each_cell_beside_the_ideal():
    """Naive 256, yours and ideal 16 at K = 128 and T = 16."""
    section = parse(html(samples.reference())).by_id("traffic")
    values = {row.attributes["class"]: row.find("b")[0].text for row in section.find(class_="bars")[0].find("li")}
    assert values == {"naive": "256", "student": "16", "reference": "16", "ideal": "16"}


def test_the_roofline_reproduces_the_lectures_bounds():
    """On the lecture's device the naive kernel is bound to 37.5 GFLOP/s and T = 16 to 600."""
    section = parse(html(samples.reference())).by_id("traffic")
    words = section.find("svg")[0].attributes["aria-label"]
    assert "naive: at most 37.5 GFLOP/s" in words
    assert "yours and reference: at most 600 GFLOP/s" in words


def test_timing_never_shows_a_bare_number():
    """The median comes with interval, pairs and every ratio as a dot; doubt is said to cost nothing."""
    section = parse(html(samples.timed())).by_id("timing")
    assert "Median 1.51×" in section.text
    assert "95 % interval" in section.text
    assert len(section.find("circle")) == 22
    assert "Noise costs no points" in section.text


def test_nothing_is_said_of_timing_where_nothing_was_timed():
    """Without measurements there is no section for them."""
    assert not parse(html(samples.reference())).find(id="timing")


def test_a_status_is_always_a_word_too():
    """Colour is never alone: each case names its status."""
    cases = tuple(
        case.model_copy(update={"status": status}) for case, status in zip(sample_cases.cases(), Status, strict=False)
    )
    tree = parse(html(samples.results(cases=cases)))
    words = [node.text for node in tree.find("span", class_="word")]
    assert words == ["passed", "failed", "not run", "did not end", "grader’s fault"]


def test_every_hint_leads_to_an_idea_on_the_page():
    """The topics that the grader names are topics that the report can show."""
    assert {row.topic for row in product_hints()} <= topics().keys()


STYLES = sorted((Path(__file__).parents[2] / "grader" / "report" / "templates").glob("*.css"))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_rule_is_lost_to_a_brace_too_many(path):
    """A browser drops the rule that follows one, and says nothing."""
    depth = 0
    for sign in re.findall(r"[{}]", path.read_text(encoding="utf-8")):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0

"""The set of faulty kernels whose causes are known, and how what is said of them is judged."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.causes.__main__ import judged, summary
from benchmarks.causes.truth import EXAMS, KERNELS, KNOWN, Faulty, read_truth

TRUTH = read_truth()
OWN = [faulty for faulty in TRUTH if faulty.style != KNOWN]
BY_NAME = {faulty.name: faulty for faulty in TRUTH}


def said(line: int, *, severity: str = "error", score: float = 50.0, **more: Any) -> dict[str, Any]:
    """Results whose first finding is on a line."""
    findings = [{"severity": severity, "line": line, "kind": "wrong-result"}]
    return {
        "findings": findings,
        "score": score,
        "max_score": 100.0,
        "seconds": 1.0,
        "fix_first": f"Line {line}: C is wrong." if line else "C is wrong.",
        **more,
    }


def some(*, mistakes: int, near: bool) -> Faulty:
    """A kernel of the set with so many mistakes, and with another line that would do or without."""
    return next(faulty for faulty in OWN if len(faulty.mistakes) == mistakes and bool(faulty.acceptable_lines) is near)


def test_the_set_is_large_and_of_many_styles():
    """At least 55 kernels with one mistake and 20 with two, in 12 styles, and 120 with the assignment's own."""
    assert sum(len(faulty.mistakes) == 1 for faulty in OWN) >= 55
    assert sum(len(faulty.mistakes) == 2 for faulty in OWN) >= 20
    assert len({faulty.style for faulty in OWN}) >= 12
    assert len(TRUTH) >= 120


def test_each_kernel_of_the_folder_is_in_the_table_once():
    """No kernel without its truth, and none twice, under another number either."""
    assert sorted(faulty.path.name for faulty in OWN) == sorted(path.name for path in KERNELS.glob("*.cu"))
    sources = [faulty.source for faulty in TRUTH]
    assert len(set(sources)) == len(sources)


def test_mending_the_mistakes_of_a_style_gives_one_right_kernel():
    """The fixes lead from every faulty kernel of a style back to the same text, which no faulty kernel has."""
    for style in {faulty.style for faulty in OWN} - {*EXAMS}:
        kernels = [faulty for faulty in OWN if faulty.style == style]
        mended = {faulty.mended() for faulty in kernels}
        assert len(mended) == 1, style
        assert not mended & {faulty.source for faulty in kernels}


def test_no_kernel_of_an_exam_is_mended_by_another_ones_mistake():
    """They are of many hands, for the assignment and for all its labs."""
    kernels = [faulty for faulty in OWN if faulty.style in EXAMS]
    assert not {faulty.mended() for faulty in kernels} & {faulty.source for faulty in kernels}
    assert len({faulty.assignment for faulty in kernels}) == 17


@pytest.mark.parametrize("faulty", TRUTH, ids=lambda faulty: faulty.name)
def test_a_true_line_holds_code_and_is_never_near_as_well(faulty: Faulty):
    """Lines are those of the faulty file as a reader counts them."""
    lines = faulty.source.splitlines()
    for mistake in faulty.mistakes:
        unclosed = {fix.at for fix in mistake.fix if fix.right.strip() == "};"}  # a ; is missing behind a struct
        texts = [lines[line - 1].strip() for line in mistake.lines if line not in unclosed]
        assert texts or unclosed
        assert all(text not in ("", "{", "}") and not text.startswith("//") for text in texts)
        assert mistake.cause
        assert not {*mistake.lines} & {*mistake.acceptable}
        assert all(1 <= line <= len(lines) for line in mistake.acceptable)


def test_the_line_of_either_of_two_mistakes_is_true():
    """Whichever of them is named first: both must be mended."""
    faulty = some(mistakes=2, near=False)
    assert [judged(faulty, said(line)).verdict for line in faulty.true_lines] == ["true", "true"]


def test_a_line_beside_the_mistake_is_near_and_any_other_is_not():
    """What the table allows counts apart, and no line at all is no wrong one."""
    faulty = some(mistakes=1, near=True)
    stranger = next(n for n in range(1, 99) if n not in faulty.acceptable_lines and n not in faulty.true_lines)
    lines = (min(faulty.acceptable_lines), stranger, 0)
    assert [judged(faulty, said(line)).verdict for line in lines] == ["near", "other", "none"]


def test_a_cause_that_is_told_comes_before_the_first_finding():
    """The line of a cause is what a student reads first."""
    faulty = some(mistakes=1, near=False)
    row = judged(faulty, said(1, fix_first=f"Line {faulty.true_lines[0]}: it is off by one."))
    assert (row.line, row.verdict) == (faulty.true_lines[0], "true")


def test_a_kernel_with_full_marks_or_warnings_alone_is_not_faulty():
    """Such a row says that the set is wrong, or that the grader misses a fault."""
    faulty = OWN[0]
    assert judged(faulty, said(5, score=100.0)).verdict == "not faulty"
    assert judged(faulty, said(5, severity="warning")).verdict == "not faulty"


def test_the_summary_counts_every_kernel_once_by_origin_and_once_by_style():
    """Kernels with one mistake, with two, and the assignment's own add up to all."""
    rows = [judged(faulty, said(faulty.true_lines[0])) for faulty in TRUTH]
    counts = {line.split("|")[1].strip(): int(line.split("|")[2]) for line in summary(rows).splitlines()[2:]}
    assert counts.pop("all") == len(TRUTH)
    assert counts.pop("even half") + counts.pop("odd half") == len(TRUTH)
    assert counts.pop("reference/mistakes") == len(TRUTH) - len(OWN)
    assert counts.pop("one mistake") + counts.pop("two mistakes") == len(OWN)
    assert counts.pop("labs") == sum("labs" in faulty.assignment.parts for faulty in TRUTH)
    assert sum(counts.values()) == len(OWN)

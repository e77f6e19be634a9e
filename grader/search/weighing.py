"""Weigh what trials of single edits tell where two mistakes are: which may be the first one, and which go together."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

from grader.edits.change import Edit
from grader.results import Kind
from grader.search.edit_search import EditTrial, Experiment
from grader.search.telling import line_before
from grader.search.trial_runner import Score

MOST_OF_IT = 4
"""The part of what is wrong that may be left after the first of two mistakes is mended."""
LEAST_MENDED = 2
"""Cases that pass with one of two mistakes mended, where nothing but wrong numbers was found."""
MOST_PAIRED = 36
MOST_OF_A_LINE = 6


def is_most_of_it(result: EditTrial, experiment: Experiment) -> bool:
    """Return whether little is left wrong after an edit, or fewer outputs are, as after the first of two mistakes.

    What is read before it is set may be anything: as long as that goes on, fewer wrong elements are an accident.
    """
    pairs = [(experiment.before[label], score) for label, score in result.scores.items()]
    still = frozenset[str]().union(*(before.kinds & score.kinds for before, score in pairs))
    if Kind.UNINITIALIZED_READ.value in still:
        return False
    return all(
        score.wrong * MOST_OF_IT <= before.wrong or score.outputs < before.outputs
        for before, score in pairs if before.wrong
    )  # fmt: skip


def clears(result: EditTrial, experiment: Experiment) -> bool:
    """Return whether nothing is found any more after an edit, nothing got worse, and something is right that was not.

    That is a case, or of several outputs one in every case where something was found.

    Of a barrier the first two say enough: it changes no value, and all may be wrong by another mistake.
    """
    pairs = [(experiment.before[label], score) for label, score in result.scores.items()]
    found = any(before.found for before, _ in pairs)
    cleared = all(not score.found and not score.worsens(before) for before, score in pairs)
    mends = mends_one(result, experiment) or all(now.outputs < one.outputs for one, now in pairs if one.found)
    return found and cleared and (mends or result.edit.kind == "barrier added")


def mends_one(result: EditTrial, experiment: Experiment) -> bool:
    """Return whether a case that failed is passed after an edit, as where the other of two mistakes does not show."""
    return any(score.passed and not experiment.before[label].passed for label, score in result.scores.items())


def various(better: Sequence[EditTrial]) -> list[Edit]:
    """The best edits that can be switched on together with others, no more than a few of each line.

    In turns of those that pass the same cases: of two mistakes each one's edits pass others.
    """
    groups: dict[frozenset[str], list[EditTrial]] = {}
    for result in better:
        passed = frozenset(label for label, score in result.scores.items() if score.passed)
        groups.setdefault(passed, []).append(result)
    by_line: Counter[int] = Counter()
    found: list[Edit] = []
    for result in itertools.chain.from_iterable(itertools.zip_longest(*groups.values())):
        if result and result.edit.switched and by_line[result.edit.line] < MOST_OF_A_LINE and len(found) < MOST_PAIRED:
            by_line[result.edit.line] += 1
            found.append(result.edit)
    return found


def removed(before: Mapping[str, Score], after: Mapping[str, Score], text: str, changed: str) -> tuple[int, int] | None:
    """Return how many cases still fail, and their wrong elements, if a change takes all findings of a line away.

    Where nothing was found, if several cases pass that failed: of those elements alone would tell too little to be
    compared, and 0 stands for them. None where something new is found or worse, or where no case passes that failed.
    """
    if after.keys() != before.keys():
        return None
    old = {each for score in before.values() for each in score.found}
    now = {
        (kind, line_before(text, changed, line) if line else 0)
        for score in after.values()
        for kind, line in score.found
    }
    worse = any(after[label].worsens(before[label]) for label in before)
    wrong, still = (sum(score.wrong for score in scores.values()) for scores in (before, after))
    mended = sum(after[label].passed and not before[label].passed for label in before)
    if worse or not (now < old or now == old == set()) or still >= wrong or mended < (1 if old else LEAST_MENDED):
        return None
    return sum(not score.passed for score in after.values()), still if old else 0

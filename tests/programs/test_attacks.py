"""Hostile programs reach nothing, end nothing and forge nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs.attacks import FORGING, Attack, attacks, grade_together, run_alone
from tests.programs.conftest import KEPT, shared_library

ATTACKS = attacks()
ALONE = [attack for attack in ATTACKS if attack.family != FORGING]
IN_EVERY_RUN = {
    "links", "outlive-the-grader", "a-pair-of-sockets", "bytes-at-random", "launches-no-gpu-makes", "incbin-the-canary",
}  # fmt: skip
FORGED_IN_EVERY_RUN = {"breaks-the-server-after-the-easy-cases"}
FULL_SCORE = 100


@pytest.fixture(autouse=True)
def library() -> Iterator[None]:
    """The C++ library that all tests share."""
    with shared_library():
        yield


def test_there_are_two_hundred_attacks_and_each_has_a_name_of_its_own() -> None:
    """In families, some of each in every run."""
    names = [attack.name for attack in ATTACKS]
    assert len(names) == len({*names}) >= 200
    assert {*names} >= IN_EVERY_RUN | FORGED_IN_EVERY_RUN
    families = {attack.family for attack in ATTACKS}
    assert families == {attack.family for attack in ATTACKS if attack.name in IN_EVERY_RUN | FORGED_IN_EVERY_RUN}


@pytest.mark.parametrize(
    "attack",
    [pytest.param(each, id=each.name, marks=() if each.name in IN_EVERY_RUN else pytest.mark.slow) for each in ALONE],
)
def test_nothing_that_a_program_tries_succeeds(attack: Attack, tmp_path: Path) -> None:
    """No file outside is read or written, no process is left, the grader ends as it should."""
    assert run_alone(attack, tmp_path, KEPT).broken == []


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_no_score_is_forged_and_the_marks_of_others_are_right(whole: bool, tmp_path: Path) -> None:
    """In a batch with honest programs between."""
    chosen = [each for each in ATTACKS if each.family == FORGING and (whole or each.name in FORGED_IN_EVERY_RUN)]
    outcomes, honest = grade_together(chosen, tmp_path, KEPT)
    assert {name: outcome.broken for name, outcome in outcomes.items() if outcome.broken} == {}
    assert honest and {*honest.values()} == {FULL_SCORE}

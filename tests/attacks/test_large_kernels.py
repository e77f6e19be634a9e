"""Kernels of very many branches are their author's finding, or are graded; never the grader's fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.grading.pipeline import Session
from tests.attacks.test_emulator_attacks import graded
from tests.gpu.small import small_assignment


def cases(count: int) -> str:
    """A branch table of so many targets, none of which is reached."""
    each = (f'case {n}: asm volatile("// {n}"); C[{n}] = A[{n * 7 % 13}]; break;' for n in range(count))
    return f"switch (K + 77777) {{ {''.join(each)} }}"


LARGE = {
    "ten thousand nested ifs": "if (K > M) {" * 10_000 + "C[0] = 1;" + "}" * 10_000,
    "five hundred cases": cases(500),
    "five thousand cases": cases(5_000),
}


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    with Session(small_assignment(tmp_path_factory.mktemp("assignment")), seed="random", workers=1) as opened:
        yield opened


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param(inside, id=name, marks=[pytest.mark.slow] if name.startswith("five thousand") else [])
        for name, inside in LARGE.items()
    ],
)
def test_a_kernel_of_very_many_branches_is_no_fault_of_the_graders(session: Session, tmp_path: Path, inside: str):
    """It is graded, or refused in a finding: `graded` asserts that none is the grader's."""
    results = graded(session, tmp_path, "", inside)
    assert results.passed or results.findings

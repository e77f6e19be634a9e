"""Products of the grader's own: which of an assignment's cases count, and those that no assignment lists."""

from __future__ import annotations

from grader.assignment import Config, InputKind, TestCase
from grader.assignment.models import Launch
from grader.results import Shape, Visibility

naive_launch = Launch(block=(16, 16), grid=("ceildiv(N, 16)", "ceildiv(M, 16)"))
"""One thread a cell, x along the columns: how the naive kernel is launched in every assignment."""


def why_left_out(config: Config, case: TestCase) -> str:
    """Why this case is held against nobody, empty when it is."""
    if config.square_only and not case.is_square:
        return "Left out: only square matrices are asked for."
    if config.multiples_only and not case.is_multiple:
        return "Left out: this assignment asks for multiples of the tile width only."
    return ""


def probe_case(config: Config, tile_width: int, *, square: bool) -> TestCase:
    """Three, four and five tiles a side, or three each way: whole tiles, so that a kernel without guards fits too."""
    m, k, n = (tile_width * count for count in ((3, 3, 3) if square else (3, 4, 5)))
    return TestCase(
        name="probe", family="", title="", reason="", shape=Shape(M=m, K=k, N=n), tile_width=tile_width,
        inputs=InputKind.RANDOM, max_points=0.0, visibility=Visibility.HIDDEN, alpha=config.scalars.alpha,
        beta=config.scalars.beta,
    )  # fmt: skip

"""The benchmark that relates two checkouts to each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import compare

ROOT = Path(__file__).parents[1]


def test_rounds_go_in_turn_and_the_ratio_is_that_of_each_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A machine that gets slower from round to round changes seconds, and not the ratio."""
    asked: list[Path] = []

    def figures(tree: Path, sizes: str, students: int) -> dict[str, float]:
        asked.append(tree)
        return {f"at {sizes}: seconds": len(asked) * (0.5 if tree == ROOT else 1.0)}

    monkeypatch.setattr(compare, "figures", figures)
    compare.main([str(ROOT.parent), "--rounds", "2", "--sizes", "64"])
    assert asked == [ROOT.parent, ROOT] * 2
    row = capsys.readouterr().out.splitlines()[1]
    assert row.split() == ["at", "64:", "seconds", "2.000", "1.500", "0.83"]


@pytest.mark.slow
def test_the_emulators_figures_are_all_there() -> None:
    """Machine code, multiply-adds on one thread and two, with and without checkers, and a launch, of both kernels."""
    *_, said = compare.run(ROOT, "-c", compare.EMULATOR, "32,48")
    found = json.loads(said)
    assert len(found) == 2 * 2 + 2 * 2 * 3 + 2 * 2
    assert all(value > 0 for value in found.values())

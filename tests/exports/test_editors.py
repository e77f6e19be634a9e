"""Findings in an editor: what `--watch --lines` prints, and what the task of Visual Studio Code makes of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.cli import main
from tests.conftest import ROOT

PROBLEMS = json.loads((ROOT / ".vscode" / "tasks.json").read_text())["tasks"][0]["problemMatcher"]


def test_the_task_of_visual_studio_code_reads_what_watching_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A line that begins, the findings with their places, and a line that ends: all by its expressions."""
    path = tmp_path / "matmul.cu"
    path.write_bytes((ROOT / "reference" / "mistakes" / "barrier-second-missing.cu").read_bytes())

    def leave(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("grader.cli.watch.time", SimpleNamespace(sleep=leave))
    words = ["--assignment", str(ROOT), "--watch", "--lines", "--case", "lesson-34-random", "--no-diagnosis"]
    assert main([str(path), *words, "--out", str(tmp_path / "report")]) == 1
    first, *marks, verdict, last = capsys.readouterr().out.splitlines()
    assert re.search(PROBLEMS["background"]["beginsPattern"], first)
    assert re.search(PROBLEMS["background"]["endsPattern"], last)
    pattern = PROBLEMS["pattern"]
    found = [re.search(pattern["regexp"], line) for line in marks]
    assert marks and all(found)
    for match in found:
        assert match is not None
        assert match[pattern["file"]] == str(path)
        assert (match[pattern["severity"]], match[pattern["code"]]) == ("error", "data-race")
        assert int(match[pattern["line"]]) > 1 and int(match[pattern["column"]]) > 0
        assert "with no barrier between." in match[pattern["message"]]
    assert not re.search(pattern["regexp"], verdict) and "data race" in verdict

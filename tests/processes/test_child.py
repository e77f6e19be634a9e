"""What a child process leaves behind."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import pytest

from grader.processes.child import Child


def test_a_signal_as_soon_as_the_folder_is_there_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """It may end this process before the child starts."""
    made = []

    def interrupted(folder: Path, mode: int) -> None:
        real(folder, mode)
        made.append(folder)
        raise KeyboardInterrupt

    real = Path.mkdir
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt) as stopped:
        Child(lambda *_: pytest.fail("no child is started"))
    del stopped
    gc.collect()
    assert len(made) == 1 and list(tmp_path.iterdir()) == []

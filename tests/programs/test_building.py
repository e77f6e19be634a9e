"""What is built once for programs is found again by whatever may use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.programs import building


def _environment(folder: Path, version: str) -> str:
    """Return the path of `zig` in an environment with this version of `ziglang`."""
    (folder / f"ziglang-{version}.dist-info").mkdir(parents=True)
    program = folder / "ziglang" / "zig"
    program.parent.mkdir()
    program.write_bytes(b"zig")
    return str(program)


def test_environments_with_one_version_of_ziglang_share_its_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Building them takes a minute; another version has others."""
    keys = []
    for name, version in (("one", "0.17.1"), ("two", "0.17.1"), ("three", "0.18.0")):
        program = _environment(tmp_path / name, version)
        monkeypatch.setattr(building, "clang_program", lambda program=program: program)
        keys.append(building._system())
    assert keys[0] == keys[1] != keys[2]

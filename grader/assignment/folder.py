"""Collect an assignment's files for other machines and packages."""

from __future__ import annotations

from pathlib import Path

MADE_OF = ("config.yaml", "testcases", "reference", "headers", "starter", "hints.yaml")
_MAX_FILE_BYTES = 8 << 20


def assignment_files(folder: Path) -> dict[str, bytes]:
    """Return the assignment's files by their relative paths."""
    files: dict[str, bytes] = {}
    for made_of in MADE_OF:
        root = folder / made_of
        for path in [root] if root.is_file() else sorted(root.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            if path.stat().st_size <= _MAX_FILE_BYTES:
                files[name] = path.read_bytes()
    return files

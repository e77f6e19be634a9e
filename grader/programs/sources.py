"""Read a program's files: the one that is named, and the headers that it includes from its own folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from grader.compiling.lexer import lex, normalize
from grader.errors import UsageError
from grader.files import read_bounded
from grader.programs.building import Source

_MOST_BYTES, _MOST_FILES = 1 << 20, 100


def read_program(path: Path, defines: Mapping[str, str]) -> Source:
    """Return the program. Raise `UsageError` for a file that cannot be read, or that is too large."""
    folder = path.resolve().parent
    files = {path.name: _text(path)}
    waiting = [PurePosixPath(path.name)]
    for name in waiting:  # grows during the loop
        for wanted in _included(files[str(name)]):
            other = _beside(name, wanted)
            if other is None or str(other) in files or not (folder / other).is_file():
                continue
            if not (folder / other).resolve().is_relative_to(folder) or len(files) >= _MOST_FILES:
                continue
            files[str(other)] = _text(folder / other)
            waiting.append(other)
    return Source(files=files, defines=defines)


def _included(text: str) -> list[str]:
    """Return what a file includes in quotes."""
    lexed, found = lex(normalize(text)), []
    for directive in lexed.directives:
        if directive.name == "include" and directive.tokens:
            wanted = lexed.source[directive.tokens[0].start : directive.tokens[-1].end].strip()
            if wanted.startswith('"') and wanted.endswith('"'):
                found.append(wanted.strip('"'))
    return found


def _beside(name: PurePosixPath, wanted: str) -> PurePosixPath | None:
    """Return the path of an included file from the program's folder; None outside of it."""
    parts: list[str] = []
    for part in (name.parent / wanted).parts:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        else:
            parts.append(part)
    path = PurePosixPath(*parts)
    return None if path.is_absolute() else path


def _text(path: Path) -> str:
    try:
        return read_bounded(path, _MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None

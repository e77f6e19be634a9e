"""The child that opens one archive: it lists what is in it, then reads what it is asked for, until its pipe ends.

`main` takes the bounds' name. The first frame names the archive and holds its bytes, unless it lies on the disk.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from grader.files import TooLargeError
from grader.plaintext import one_line
from grader.processes.child import limit
from grader.processes.sandbox import restrict
from grader.submissions.archives import list_archive
from grader.submissions.entries import OF_A_STUDENT, OF_THE_INSTRUCTOR, EntryKind, ListedFile, ListingError, ReadLimits
from grader.submissions.frames import Header, receive, send

BOUNDS = {"student": OF_A_STUDENT, "instructor": OF_THE_INSTRUCTOR}


def entry_of(plain: Any, reader: Any) -> ListedFile:  # noqa: ANN401 - whatever a child sent
    """An entry from what `_plain` made of one; `ValueError` or `TypeError` where it is none."""
    parts, kind, size, target, readable = plain
    if not parts or not all(isinstance(part, str) for part in parts):
        raise ValueError("an entry has no name")
    return ListedFile(
        parts=tuple(parts),
        kind=EntryKind[kind],
        size=int(size),
        target=str(target),
        reader=reader if readable else None,
    )


def _plain(entry: ListedFile) -> list[object]:
    return [list(entry.parts), entry.kind.name, entry.size, entry.target, entry.reader is not None]


def warm_up() -> None:
    """Called once in a fork server: what every child would import again."""
    from grader.processes.sandbox import prepare

    prepare()


def main(arguments: list[str]) -> None:
    """Serve one archive. What is wrong with it is told in words; a limit that is met ends the process."""
    bounds = BOUNDS[arguments[0]]
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    first, data = receive(reader)
    name = str(first["name"])
    try:
        file = _opened(bytes.fromhex(first["path"])) if "path" in first else io.BytesIO(data)
    except OSError as error:
        send(writer, {"problem": f"{name} cannot be read: {error.strerror or error}"})
        return
    limit(bounds.seconds, bounds.memory_mb)
    restrict()
    entries, answer = _listed(file, name, bounds)
    send(writer, answer)
    with contextlib.suppress(EOFError):
        while True:
            request, _ = receive(reader)
            send(writer, *_read(entries[request["read"]], request["max_bytes"]))


def _opened(path: bytes) -> BinaryIO:
    return Path(os.fsdecode(path)).open("rb")


def _listed(file: BinaryIO, name: str, bounds: ReadLimits) -> tuple[list[ListedFile], Header]:
    try:
        entries = list_archive(file, name, bounds)
    except ListingError as error:
        return [], {"problem": str(error)}
    except MemoryError:
        return [], {"problem": "it takes too much memory to list"}
    except Exception as error:  # `zipfile` and `tarfile` raise a dozen kinds about damaged archives
        return [], {"problem": f"it is not an archive that can be read: {_words(error)}"}
    return entries, {"entries": [_plain(entry) for entry in entries]}


def _read(entry: ListedFile, max_bytes: int) -> tuple[Header, bytes]:
    try:
        return {}, entry.read(max_bytes)
    except TooLargeError as error:
        return {"too_large": error.size_bytes}, b""
    except ListingError as error:
        return {"problem": str(error)}, b""
    except MemoryError:
        return {"problem": f"{entry.path} takes too much memory to unpack"}, b""
    except Exception as error:  # as above
        return {"problem": f"{entry.path} cannot be unpacked: {_words(error)}"}, b""


def _words(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "its headers refer to one another without an end"
    return one_line(str(error), 200) or type(error).__name__


if __name__ == "__main__":
    main(sys.argv[1:])

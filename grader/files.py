"""Writing files so that nobody meets half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: str | bytes, *, durable: bool = False) -> None:
    """Replace the file in one step: a reader, or a `kill -9`, never meets half of it; `OSError` when it cannot be.

    Text is written as UTF-8, `?` for what has no bytes there. `durable` waits until all is on the disk (some 0.3 ms on
    an SSD), so that a power cut does not empty the file.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.chmod(0o644)  # mkstemp's files are for the owner alone
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

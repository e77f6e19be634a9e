"""The child that reads a class's texts and compares them: one question, one answer, within limits."""

from __future__ import annotations

import contextlib
import json
import os

from grader.courses.similarity.winnowing import compared
from grader.processes.sandbox import restrict

SECONDS, MEMORY_MB = 60, 2048


def main() -> None:
    """Read `{"texts": […], "given": […]}` to the end of the pipe, and write what is alike."""
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MB << 20, MEMORY_MB << 20))
    restrict()
    asked = json.loads(reader.read())
    writer.write(json.dumps(compared(asked["texts"], asked["given"])).encode())
    writer.close()


if __name__ == "__main__":
    main()

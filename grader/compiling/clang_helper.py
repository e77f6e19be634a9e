"""A helper process that runs Clang for a process that may start no programs.

The process that compiles and runs a student's code gives up the right to start programs. NVRTC is a library and not
affected; Clang is a program. So the process first forks this helper, which restricts itself, knows two requests
(version, compile one text), and ends when its pipe closes.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import struct
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

ClangAnswer = tuple[int, str, str]
RunClang = Callable[[dict[str, Any]], ClangAnswer]

_LENGTH = struct.Struct(">I")


class ClangHelper:
    """The caller's end of a running helper."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader, self._writer = reader, writer

    def ask(self, request: dict[str, Any]) -> ClangAnswer:
        """Return exit code, standard output and standard error. Raise `OSError` when the helper is gone."""
        _send(self._writer, request)
        answer = _receive(self._reader)
        if answer is None:
            raise OSError("the helper that runs Clang has ended")
        code, output, errors = answer
        return int(code), str(output), str(errors)


def start_helper(run: RunClang, restrict: Callable[[], object]) -> ClangHelper:
    """Fork a helper that restricts itself and answers requests with `run`. Linux and macOS only."""
    requests, answers = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            _keep_only(requests[0], answers[1])
            restrict()
            _serve(os.fdopen(requests[0], "rb"), os.fdopen(answers[1], "wb"), run)
        os._exit(0)
    os.close(requests[0])
    os.close(answers[1])
    return ClangHelper(os.fdopen(answers[0], "rb"), os.fdopen(requests[1], "wb"))


def _serve(reader: BinaryIO, writer: BinaryIO, run: RunClang) -> None:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the caller is gone
    while (request := _receive(reader)) is not None:
        try:
            answer = run(request)
        except Exception as error:  # report it to the caller
            answer = (127, "", f"{type(error).__name__}: {error}")
        _send(writer, answer)


def _keep_only(*descriptors: int) -> None:
    """Close all other descriptors except the standard ones: the parent's pipes are not ours. End with the parent."""
    limit = max(descriptors) + 1
    for descriptor in range(3, max(limit, 256)):
        if descriptor not in descriptors:
            with contextlib.suppress(OSError):
                os.close(descriptor)
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: end with the parent


def _send(stream: BinaryIO, value: object) -> None:
    data = json.dumps(value).encode()
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _receive(stream: BinaryIO) -> Any:  # noqa: ANN401 (a request or an answer)
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    data = stream.read(_LENGTH.unpack(head)[0])
    return json.loads(data)

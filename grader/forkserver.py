"""A process that has loaded the heavy libraries once and forks a child for each submission.

A fresh interpreter with NVRTC and LLVM costs half a second; a fork of one that has them costs milliseconds,
shares its memory, and is as private. `ForkServer.starter(...)` gives what `grader.devices` needs to start a child. Only
on systems with `fork`; elsewhere callers start fresh interpreters.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from grader.children import Child, Start, die_with_parent

AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds") and sys.platform == "linux"
"""macOS has `fork`, but its system libraries do not survive one."""

_MAX_MESSAGE_BYTES = 1 << 16


class ForkServerError(OSError):
    """The server did not start, or died."""


class ForkServer:
    """The grader's end. Thread-safe; a server that died is started again with the next child.

    `preload` are names `module:function` called once in the server. `environment` is all that the children see.
    """

    def __init__(self, preload: Sequence[str], environment: Mapping[str, str]) -> None:
        self._preload = tuple(preload)
        self._environment = dict(environment)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._generation = 0  # counts the servers; each knows its own children only

    def starter(self, module: str, arguments: Sequence[str]) -> Start:
        """A function that forks a child and runs `module.main(arguments)` in it, with pipes as stdin and stdout."""

        def start(folder: str, descriptors: Sequence[int]) -> ForkedProcess:
            message = {"module": module, "arguments": arguments, "folder": folder}
            return ForkedProcess(self, *self.fork(message, descriptors))

        return lambda: Child(start)

    def start(self) -> None:
        """Start the server without waiting for its imports."""
        with self._lock:
            self._connect()

    def fork(self, message: Mapping[str, Any], descriptors: Sequence[int]) -> tuple[int, int]:
        """Fork a child: its process id and which server has it. Raises `ForkServerError` when the server is gone."""
        with self._lock:
            answer = self._ask(self._connect(), message, descriptors)
            return int(answer["pid"]), self._generation

    def end(self, pid: int, generation: int, grace_seconds: float) -> str:
        """End a child of the server `generation` after a time of grace, and say how it ended."""
        with self._lock:
            if self._socket is None or generation != self._generation:
                return "ended with its server"
            answer = self._ask(self._socket, {"end": pid, "grace": grace_seconds}, ())
            return f"exit status {answer['status']}"

    def drop(self, pid: int, generation: int) -> None:
        """End a child at once, without waiting until it is gone."""
        with self._lock:
            if self._socket is not None and generation == self._generation:
                self._ask(self._socket, {"drop": pid}, ())

    def _ask(self, connection: socket.socket, message: Mapping[str, Any], descriptors: Sequence[int]) -> dict[str, Any]:
        try:
            socket.send_fds(connection, [json.dumps(message).encode()], list(descriptors))
            answer = connection.recv(_MAX_MESSAGE_BYTES)
        except OSError as error:
            self._disconnect()
            raise ForkServerError(f"the fork server failed: {error}") from error
        if not answer:
            self._disconnect()
            raise ForkServerError("the fork server died")
        result: dict[str, Any] = json.loads(answer)
        return result

    def close(self) -> None:
        """End the server and with it all its children."""
        with self._lock:
            self._disconnect()

    def _connect(self) -> socket.socket:
        if self._socket is not None:
            return self._socket
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "grader.forkserver", str(theirs.fileno()), *self._preload],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=self._environment,
                cwd=os.sep,  # Python looks there first, and the caller's folder may be a student's
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # an interrupt from the keyboard is the grader's to handle
            )
        self._socket = ours
        self._generation += 1
        return ours

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._process is not None:
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


class ForkedProcess:
    """A child of a fork server; when the server has died, so has the child."""

    def __init__(self, server: ForkServer, pid: int, generation: int) -> None:
        self._server, self.pid, self._generation = server, pid, generation

    def end(self, grace_seconds: float) -> str:
        """See `Process`."""
        try:
            return self._server.end(self.pid, self._generation, grace_seconds)
        except ForkServerError as error:
            return str(error)

    def drop(self) -> None:
        """See `Process`: the child gives its memory back while the caller goes on."""
        with contextlib.suppress(ForkServerError):
            self._server.drop(self.pid, self._generation)


def serve(connection: socket.socket) -> None:
    """Fork a child for each request until the grader's end is closed; then no child survives."""
    children: set[int] = set()
    dropped: set[int] = set()
    while True:
        try:
            data, descriptors, _, _ = socket.recv_fds(connection, _MAX_MESSAGE_BYTES, 3)
        except OSError:
            data, descriptors = b"", []
        if not data:
            break
        message = json.loads(data)
        dropped = {pid for pid in dropped if _exit_status(pid, os.WNOHANG) is None}
        if "drop" in message:
            dropped |= _kill(message["drop"], children)
            answer = {}
        elif "end" in message:
            answer = {"status": _end_child(message["end"], message["grace"], children)}
        else:
            server = os.getpid()
            pid = _fork()
            if pid == 0:
                connection.close()
                _run_child(message, descriptors, server)
            children.add(pid)
            answer = {"pid": pid}
            for descriptor in descriptors:
                os.close(descriptor)
        connection.sendall(json.dumps(answer).encode())
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _fork() -> int:
    """Like `os.fork`, without Python 3.12's warning: the one other thread is NVRTC's, which waits and holds no lock."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _end_child(pid: int, grace_seconds: float, children: set[int]) -> int:
    """The exit status of a child that has had this long to leave; negative is the signal that ended it."""
    if pid not in children:
        return 0
    deadline = time.monotonic() + grace_seconds
    status = _exit_status(pid, os.WNOHANG)
    while status is None and time.monotonic() < deadline:
        time.sleep(0.002)
        status = _exit_status(pid, os.WNOHANG)
    if status is None:
        os.kill(pid, signal.SIGKILL)
        status = _exit_status(pid, 0)
    children.discard(pid)
    return status if status is not None else 0


def _kill(pid: int, children: set[int]) -> set[int]:
    """The child that will be gone soon; none when it is not one of these."""
    if pid not in children:
        return set()
    os.kill(pid, signal.SIGKILL)
    children.discard(pid)
    return {pid}


def _exit_status(pid: int, options: int) -> int | None:
    found, status = os.waitpid(pid, options)
    return os.waitstatus_to_exitcode(status) if found else None


def _run_child(message: dict[str, Any], descriptors: list[int], server: int) -> None:
    """Never returns: the child runs the module's `main` and leaves."""
    status = 70
    try:
        die_with_parent()
        if os.getppid() != server:  # it died before it could be asked to take this child with it
            os._exit(status)
        for target, descriptor in enumerate(descriptors):
            os.dup2(descriptor, target)
        os.closerange(3, 1024)
        os.chdir(message["folder"])
        os.environ.update(dict.fromkeys(("HOME", "TMPDIR", "CUPY_CACHE_DIR"), message["folder"]))
        tempfile.tempdir = None
        importlib.import_module(message["module"]).main(list(message["arguments"]))
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:  # it must not return into the server's loop
        with contextlib.suppress(OSError):
            os.write(2, traceback.format_exc(limit=8).encode("utf-8", "replace"))
    finally:
        os._exit(status)


def main(arguments: list[str]) -> None:
    """`FD MODULE:FUNCTION…`: load, then serve."""
    die_with_parent()
    connection = socket.socket(fileno=int(arguments[0]))
    try:
        for name in arguments[1:]:
            module, _, function = name.partition(":")
            getattr(importlib.import_module(module), function)()
    except ModuleNotFoundError:  # the grader itself lacks it too, and says what to install
        sys.exit(1)
    gc.collect()
    gc.freeze()  # what is loaded now stays shared: the collector would touch every page of it in every child
    gc.set_threshold(50_000, 20, 50)  # children are short-lived, so collecting less often is time won
    serve(connection)


if __name__ == "__main__":
    main(sys.argv[1:])

"""A server process that loads the heavy libraries once and forks one child per submission.

A fresh interpreter with NVRTC and LLVM takes half a second to start. A fork takes milliseconds, shares the loaded
memory, and is equally private. `ForkServer.starter(...)` returns the function with which `grader.devices` starts a
child. Only for systems with `fork`; elsewhere callers start fresh interpreters.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import math
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
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from grader.processes.child import Child, Start, die_with_parent
from grader.processes.sandbox import leave_behind, may_fork

AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds") and sys.platform == "linux"
"""macOS has `fork`, but its system libraries do not survive one."""

_MAX_MESSAGE_BYTES, _MOST_DESCRIPTORS = 1 << 16, 128


class ForkServerError(OSError):
    """The server did not start, or died."""


class Server(Protocol):
    """The server's process, with two methods of `subprocess.Popen`."""

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status. Raise `subprocess.TimeoutExpired` when the process does not end in time."""

    def kill(self) -> None:
        """End the process."""


Begin = Callable[[socket.socket, Sequence[str], Mapping[str, str]], Server]


class ForkServer:
    """The grader's side of a fork server. Thread-safe; a server that died is started again with the next child.

    `preload` lists functions (`module:function`) that the server calls once. `environment` is all that the children
    see.
    """

    def __init__(self, preload: Sequence[str], environment: Mapping[str, str]) -> None:
        self._preload = tuple(preload)
        self._environment = dict(environment)
        self._lock = threading.Lock()
        self._process: Server | None = None
        self._socket: socket.socket | None = None
        self._generation = 0  # counts the servers: each knows only its own children

    def starter(self, module: str, arguments: Sequence[str], more: Sequence[int] = ()) -> Start:
        """Return a function that forks a child, which runs `module.main(arguments)` with pipes as stdin and stdout.

        `more` are descriptors that it gets too, as 3, 4 and so on.
        """

        def start(folder: str, descriptors: Sequence[int]) -> ForkedProcess:
            message = {"module": module, "arguments": arguments, "folder": folder}
            return ForkedProcess(self, *self.fork(message, (*descriptors, *more)))

        return lambda: Child(start)

    def start(self, *, here: bool = False) -> None:
        """Start the server without waiting for its imports.

        With `here`, fork it from this process where possible, so that both share what is loaded; only for a caller that
        holds no secret yet. A restarted server is always a fresh interpreter.
        """
        with self._lock:
            self._connect(_fork_off if here and may_fork() else _spawn)

    def adopt(self, connection: socket.socket) -> None:
        """Use another server's twin, at the other end of `connection`, for as long as it lives."""
        with self._lock:
            self._socket = connection
            self._generation += 1

    def twin(self, connection: socket.socket) -> ForkedProcess:
        """Start a second server that has everything this one has loaded and serves the other end of `connection`.

        Wait until this server has loaded. Raise `ForkServerError` when it is gone.
        """
        message = {"module": __spec__.name, "arguments": ["0"], "folder": tempfile.gettempdir()}
        with Path(os.devnull).open("wb") as nowhere:
            return ForkedProcess(self, *self.fork(message, (connection.fileno(), nowhere.fileno(), 2)))

    def fork(self, message: Mapping[str, Any], descriptors: Sequence[int]) -> tuple[int, int]:
        """Fork a child. Return its process id and its server's generation. Raise `ForkServerError` without a server."""
        with self._lock:
            answer = self._ask(self._connect(), message, descriptors)
            return int(answer["pid"]), self._generation

    def end(self, pid: int, generation: int, grace_seconds: float) -> str:
        """End a child of the server `generation`, at the latest after `grace_seconds`. Return how it ended."""
        with self._lock:
            if self._socket is None or generation != self._generation:
                return "ended with its server"
            answer = self._ask(self._socket, {"end": pid, "grace": grace_seconds}, ())
            return f"exit status {answer['status']}"

    def drop(self, pid: int, generation: int) -> None:
        """End a child at once, without waiting for its end."""
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
        """End the server and all its children."""
        with self._lock:
            self._disconnect()

    def _connect(self, begin: Begin | None = None) -> socket.socket:
        if self._socket is not None:
            return self._socket
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = (begin or _spawn)(theirs, self._preload, self._environment)
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
    """A child of a fork server; it dies with the server."""

    def __init__(self, server: ForkServer, pid: int, generation: int) -> None:
        self._server, self.pid, self._generation = server, pid, generation

    def end(self, grace_seconds: float) -> str:
        try:
            return self._server.end(self.pid, self._generation, grace_seconds)
        except ForkServerError as error:
            return str(error)

    def drop(self) -> None:
        """See `Process`. The child frees its memory while the caller continues."""
        with contextlib.suppress(ForkServerError):
            self._server.drop(self.pid, self._generation)


def _spawn(connection: socket.socket, preload: Sequence[str], environment: Mapping[str, str]) -> Server:
    """Start the server as a fresh interpreter. It may write bytecode of what it compiles; its children may not."""
    own = dict(environment)
    if not sys.dont_write_bytecode:
        own.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.Popen(
        [sys.executable, "-m", "grader.processes.forkserver", str(connection.fileno()), *preload],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=own,
        cwd=os.sep,  # Python imports from the current folder first, and the caller's may be a student's
        pass_fds=(connection.fileno(),),
        start_new_session=True,  # the grader handles an interrupt from the keyboard
    )


class _Offspring:
    """A server that was forked from this process."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def wait(self, timeout: float | None = None) -> int:
        """See `Server`."""
        status = _exit_status_within(self._pid, math.inf if timeout is None else timeout)
        if status is None:
            raise subprocess.TimeoutExpired("grader.processes.forkserver", timeout or 0.0)
        return status

    def kill(self) -> None:
        """See `Server`."""
        os.kill(self._pid, signal.SIGKILL)


def _fork_off(connection: socket.socket, preload: Sequence[str], environment: Mapping[str, str]) -> Server:
    """Fork the server from this process; the parent returns at once."""
    caller = os.getpid()
    pid = _fork()
    if pid:
        return _Offspring(pid)
    try:
        _load_and_serve(leave_behind(connection, environment), preload, caller)
    except BaseException:  # the fork must not return into the caller's code
        with contextlib.suppress(OSError):
            os.write(2, traceback.format_exc(limit=8).encode("utf-8", "replace"))
    finally:
        os._exit(1)


def serve(connection: socket.socket) -> None:
    """Fork a child for each request until the grader closes its end. Then kill all children."""
    children: set[int] = set()
    dropped: set[int] = set()
    while True:
        try:
            data, descriptors, _, _ = socket.recv_fds(connection, _MAX_MESSAGE_BYTES, _MOST_DESCRIPTORS)
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
    """`os.fork` without Python 3.12's warning: the only other thread is NVRTC's, which waits and holds no lock."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _end_child(pid: int, grace_seconds: float, children: set[int]) -> int:
    """End a child after the grace period. Return its exit status; negative: the signal that ended it."""
    if pid not in children:
        return 0
    status = _exit_status_within(pid, grace_seconds)
    if status is None:
        os.kill(pid, signal.SIGKILL)
        status = _exit_status(pid, 0)
    children.discard(pid)
    return status if status is not None else 0


def _kill(pid: int, children: set[int]) -> set[int]:
    """Kill a child. Return its id in a set, to be waited for later; an empty set when it is not one of `children`."""
    if pid not in children:
        return set()
    os.kill(pid, signal.SIGKILL)
    children.discard(pid)
    return {pid}


def _exit_status(pid: int, options: int) -> int | None:
    found, status = os.waitpid(pid, options)
    return os.waitstatus_to_exitcode(status) if found else None


def _exit_status_within(pid: int, seconds: float) -> int | None:
    deadline = time.monotonic() + seconds
    status = _exit_status(pid, os.WNOHANG)
    while status is None and time.monotonic() < deadline:
        time.sleep(0.002)
        status = _exit_status(pid, os.WNOHANG)
    return status


def _run_child(message: dict[str, Any], descriptors: list[int], server: int) -> None:
    """Run the module's `main` in the forked child, then exit. Never returns."""
    status = 70
    try:
        die_with_parent()
        if os.getppid() != server:  # the server died before `die_with_parent` took effect
            os._exit(status)
        for target, descriptor in enumerate(descriptors):
            os.dup2(descriptor, target)
        os.closerange(len(descriptors), 1024)
        os.chdir(message["folder"])
        os.environ.update(dict.fromkeys(("HOME", "TMPDIR", "CUPY_CACHE_DIR"), message["folder"]))
        tempfile.tempdir = None
        importlib.import_module(message["module"]).main(list(message["arguments"]))
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:  # the child must not return into the server's loop
        with contextlib.suppress(OSError):
            os.write(2, traceback.format_exc(limit=8).encode("utf-8", "replace"))
    finally:
        os._exit(status)


def _load_and_serve(connection: socket.socket, preload: Sequence[str], caller: int) -> None:
    die_with_parent()
    if os.getppid() != caller:  # the parent died before `die_with_parent` took effect
        return
    try:
        for name in preload:
            module, _, function = name.partition(":")
            getattr(importlib.import_module(module), function)()
    except ModuleNotFoundError:  # the grader itself lacks it too, and says what to install
        return
    sys.dont_write_bytecode = True  # the children's sandbox forbids writing it anyway
    gc.freeze()  # keep loaded objects shared: the collector would write to each of their pages in every child
    gc.set_threshold(50_000, 20, 50)  # collect less often: children live only briefly
    serve(connection)


def main(arguments: list[str]) -> None:
    """Load the modules, then serve. Arguments: `FD MODULE:FUNCTION…`."""
    _load_and_serve(socket.socket(fileno=int(arguments[0])), arguments[1:], os.getppid())


if __name__ == "__main__":
    main(sys.argv[1:])

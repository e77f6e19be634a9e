"""A process that goes on as a server of its own after a fork: what it must not take along from where it came.

It shares what its parent has loaded. What the parent was told by its user stays with the parent: the environment, the
command line, files and the terminal.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

_ARGUMENTS_START, _ENVIRONMENT_END = 48, 51
"""Fields of `/proc/self/stat`, see proc_pid_stat(5): where the command line begins, and where the environment ends."""


def may_fork() -> bool:
    """Whether this process is as it was when it started: one thread, and a command line that can be wiped.

    A lock that another thread holds during the fork would never be released in the child.
    """
    try:
        threads = len(list(Path("/proc/self/task").iterdir()))
    except OSError:
        return False
    return threads == threading.active_count() == 1 and _told_by_the_user() is not None


def leave_behind(connection: socket.socket, environment: Mapping[str, str]) -> socket.socket:
    """Called in the child: no terminal, no files but the connection and stderr, no words of the user's.

    Returns the connection, which has another descriptor now.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()  # an interrupt from the keyboard is the grader's to handle
    nowhere = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1):
        os.dup2(nowhere, target)
    os.dup2(connection.detach(), 3)
    os.closerange(4, 1 << 16)
    os.chdir(os.sep)
    _forget_words(environment)
    return socket.socket(fileno=3)


def _forget_words(environment: Mapping[str, str]) -> None:
    """Another environment, and nothing left of what the first one and the command line said.

    `/proc/self/environ` shows the memory that is wiped here, and a compiler behind walls may open it.
    """
    told = _told_by_the_user()
    held = [*os.environb.keys(), *os.environb.values()] if os.supports_bytes_environ else []
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = sys.argv[:1]
    for text in held:
        if len(text) > 1:  # shorter ones are shared by all that is so short
            ctypes.memset(id(text) + bytes.__basicsize__ - 1, 0, len(text))
    if told:
        ctypes.memset(told.start, 0, len(told))


def _told_by_the_user() -> range | None:
    """Where in memory the command line and the environment lie; None where the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = Path("/proc/self/stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()
        start, end = (int(fields[number - 3]) for number in (_ARGUMENTS_START, _ENVIRONMENT_END))
        if 0 < start < end:
            return range(start, end)
    return None

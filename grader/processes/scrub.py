"""Scrub a forked server: arguments, environment, descriptors.

The server shares what its parent has loaded. The user's data stays with the parent: environment, command line, files
and terminal.
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
"""Fields of `/proc/self/stat`, see proc_pid_stat(5): start of the command line, end of the environment."""


def may_fork() -> bool:
    """Return whether this process can be forked safely: one thread, and a command line that can be wiped.

    A lock that another thread holds during the fork would never be released in the child.
    """
    try:
        threads = len(list(Path("/proc/self/task").iterdir()))
    except OSError:
        return False
    return threads == threading.active_count() == 1 and _told_by_the_user() is not None


def leave_behind(connection: socket.socket, environment: Mapping[str, str]) -> socket.socket:
    """Close everything inherited in the child: terminal, files except the connection and stderr, words of the user.

    Return the connection, which now has another descriptor.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()  # the grader handles an interrupt from the keyboard
    nowhere = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1):
        os.dup2(nowhere, target)
    os.dup2(connection.detach(), 3)
    os.closerange(4, 1 << 16)
    os.chdir(os.sep)
    _forget_words(environment)
    return socket.socket(fileno=3)


def _forget_words(environment: Mapping[str, str]) -> None:
    """Replace the environment. Overwrite the memory of the old one and of the command line.

    `/proc/self/environ` shows that memory, and a sandboxed compiler may open it.
    """
    told = _told_by_the_user()
    held = [*os.environb.keys(), *os.environb.values()] if os.supports_bytes_environ else []
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = sys.argv[:1]
    for text in held:
        if len(text) > 1:  # Python shares objects of shorter texts
            ctypes.memset(id(text) + bytes.__basicsize__ - 1, 0, len(text))
    if told:
        ctypes.memset(told.start, 0, len(told))


def _told_by_the_user() -> range | None:
    """Return the addresses of the command line and the environment; None where the system does not report them."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = Path("/proc/self/stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()
        start, end = (int(fields[number - 3]) for number in (_ARGUMENTS_START, _ENVIRONMENT_END))
        if 0 < start < end:
            return range(start, end)
    return None

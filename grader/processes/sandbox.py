"""Restrictions of a child process that compiles and runs a student's code.

The emulator's kernels cannot reach the host's memory, and the source is checked before it is compiled. This is the
second line of defence. On Linux: no files beyond the interpreter and its libraries (Landlock), and only the system
calls of `system_calls` (seccomp): no network, no new processes, no access to other processes. On every POSIX system: no
core files, limited file sizes and memory. What the system cannot do is reported in words in `Protection.missing`.
"""

from __future__ import annotations

import contextlib
import functools
import os
import site
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.processes.system_calls import SIGNALLING, allowed_calls

if TYPE_CHECKING:
    import pyseccomp

MAX_FILE_BYTES = 64 << 20
MAX_OPEN_FILES = 512
_NO_SYSTEM_CALL = 38  # ENOSYS

_READABLE = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
_READABLE_FOR_CPU = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system", "/dev/urandom", "/dev/zero")
_READABLE_FOR_GPU = ("/proc", "/sys", "/opt", "/etc/OpenCL", "/etc/nvidia")


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """Restrictions in force, and those that are missing, each with its reason."""

    in_force: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def restrict(
    *, writable: Iterable[Path] = (), readable: Iterable[Path] = (), gpu: bool = False, programs: bool = False
) -> Protection:
    """Restrict this process permanently, as far as the system can. Call it just before a student's code is read.

    `writable` are folders that the process may write to. With `programs` it may start other programs. All threads must
    be the caller's own: restrictions reach the calling thread and the threads that it starts.
    """
    in_force: list[str] = []
    missing: list[str] = []
    for restriction in (
        _limit_resources(),
        _restrict_files(writable, [*_readable_paths(gpu), *readable], gpu),
        _restrict_system_calls(gpu, programs),
    ):
        (missing if restriction.startswith("no ") else in_force).append(restriction)
    return Protection(in_force=tuple(in_force), missing=tuple(missing))


def available() -> Protection:
    """Return the restrictions that `restrict` would put in force here."""
    found = (_resource_support(), _landlock_support(), _seccomp_support())
    return Protection(
        in_force=tuple(text for text in found if not text.startswith("no ")),
        missing=tuple(text for text in found if text.startswith("no ")),
    )


def prepare() -> None:
    """Compute now what is the same for all processes that are later forked from this one and call `restrict`."""
    available()  # imports the packages that the restrictions need
    _readable_paths(False)
    if not _seccomp_support().startswith("no "):
        _call_rules(False, False)


def _resource_support() -> str:
    try:
        import resource  # noqa: F401
    except ImportError:
        return "no limits on files and memory: this system has no POSIX resource limits"
    return "limits on files and memory"


def _limit_resources() -> str:
    support = _resource_support()
    if support.startswith("no "):
        return support
    import resource

    for name, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, MAX_FILE_BYTES),
        (resource.RLIMIT_NOFILE, MAX_OPEN_FILES),
    ):
        hard = resource.getrlimit(name)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(name, (value, value))
    return support


def _landlock_support() -> str:
    if sys.platform != "linux":
        return f"no file system sandbox: Landlock is Linux's, and this is {sys.platform}"
    try:
        from py_landlock import LandlockError, get_abi_version
    except ImportError:
        return "no file system sandbox: the package py-landlock is not installed"
    except (OSError, RuntimeError, KeyError, NotImplementedError) as error:
        return f"no file system sandbox: py-landlock does not know this machine: {error}"
    try:
        return f"file system sandbox (Landlock {int(get_abi_version())})"
    except LandlockError as error:
        return f"no file system sandbox: {error}"


def _restrict_files(writable: Iterable[Path], readable: Iterable[Path], gpu: bool) -> str:
    support = _landlock_support()
    if support.startswith("no "):
        return support
    from py_landlock import AccessFs, Landlock, LandlockError

    rules = Landlock(strict=False)
    read = AccessFs.READ_FILE | AccessFs.READ_DIR | AccessFs.EXECUTE
    for path in readable:
        if path.exists():
            rules.add_path_rule(path, access=read if path.is_dir() else AccessFs.READ_FILE | AccessFs.EXECUTE)
    for path in writable:
        rules.allow_read_write(path)
    for device in _devices(gpu):
        rules.add_path_rule(device, access=AccessFs.READ_FILE | AccessFs.WRITE_FILE | AccessFs.IOCTL_DEV)
    try:
        rules.apply()
    except (LandlockError, OSError) as error:
        return f"no file system sandbox: {error}"
    return support


def _devices(gpu: bool) -> list[Path]:
    patterns = ["null"] + (["nvidia*", "nvidia-caps/*", "dri/*", "shm", "dxg"] if gpu else [])
    return [path for pattern in patterns for path in Path("/dev").glob(pattern) if not path.is_dir()]


@functools.cache  # the same for every child of one server
def _readable_paths(gpu: bool) -> tuple[Path, ...]:
    """Return the paths of the interpreter, its packages and the system's libraries; never the assignment's folder."""
    names = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sysconfig.get_paths().values(), *site.getsitepackages()}
    names |= {site.getusersitepackages(), str(Path(__file__).resolve().parents[1]), *_READABLE, *_READABLE_FOR_CPU}
    if gpu:
        names |= set(_READABLE_FOR_GPU)
    names |= {os.environ[name] for name in ("CUDA_PATH", "CUDA_HOME") if os.environ.get(name)}
    paths = {path.resolve(): path for path in map(Path, sorted(names)) if path != Path("/") and path.exists()}
    return tuple(path for place, path in paths.items() if paths.keys().isdisjoint(place.parents))


def _seccomp_support() -> str:
    if sys.platform != "linux":
        return f"no system call filter: seccomp is Linux's, and this is {sys.platform}"
    try:
        import pyseccomp  # noqa: F401
    except (ImportError, RuntimeError, OSError):
        return "no system call filter: the package pyseccomp or the library libseccomp.so.2 is not installed"
    return "system call filter: no network, no new processes (seccomp)"


@functools.cache  # the same for every child of one server
def _call_rules(gpu: bool, programs: bool) -> pyseccomp.SyscallFilter:
    import pyseccomp as seccomp

    rules = seccomp.SyscallFilter(defaction=seccomp.ERRNO(_NO_SYSTEM_CALL))
    for name, conditions in allowed_calls(gpu=gpu, programs=programs):
        with contextlib.suppress(OSError, ValueError, RuntimeError):  # not every machine has every call
            rules.add_rule(seccomp.ALLOW, name, *(seccomp.Arg(n, seccomp.MASKED_EQ, *rest) for n, *rest in conditions))
    rules.set_attr(seccomp.Attr.CTL_TSYNC, 1)  # also restrict threads that libraries have already started
    return rules


def _restrict_system_calls(gpu: bool, programs: bool) -> str:
    support = _seccomp_support()
    if support.startswith("no "):
        return support
    import pyseccomp as seccomp

    rules = _call_rules(gpu, programs)
    for name in SIGNALLING:
        rules.add_rule(seccomp.ALLOW, name, seccomp.Arg(0, seccomp.EQ, os.getpid()))
    try:
        rules.load()
    except (OSError, RuntimeError) as error:
        return f"no system call filter: {error}"
    return support

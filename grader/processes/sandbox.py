"""Restrictions of a child process that compiles and runs a student's code.

The emulator's kernels cannot reach the host's memory, and the source is checked before it is compiled. This is the
second line of defence. On Linux: no files beyond the interpreter and its libraries (Landlock), and only listed system
calls (seccomp): no network, no new processes, no access to other processes. A call that is not listed fails with
`ENOSYS`, as on an older kernel, so that libraries fall back to listed ones: glibc uses clone, whose flags a filter can
read, instead of clone3. On every POSIX system: no core files, limited file sizes and memory. What the system cannot do
is reported in words in `Protection.missing`.

A server that is forked from the grader's process also leaves the user's data behind: environment, command line, files
and terminal (`leave_behind`).
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
import site
import socket
import sys
import sysconfig
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyseccomp

MAX_FILE_BYTES = 64 << 20
MAX_OPEN_FILES = 512
_MORE_THREADS = 512
_PR_CAPBSET_DROP, _MOST_CAPABILITIES = 24, 64
_BOUND_BY_LANDLOCK = {1, 2}
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root reads the files of others, those that it may."""
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


def restrict_to_program(
    program: Path, readable: Iterable[Path], expected: Protection, *, writable: Iterable[Path] = ()
) -> None:
    """Restrict this process to becoming `program`, which has all its libraries in it: it reads only `readable` files.

    Of these it may write to those that are `writable` and there already: it makes no new one.

    It starts no other program and no process, and has no network. Call it between fork and exec, and `available` before
    the fork: what it has returned is `expected`, and less raises `OSError`.
    """
    for number in {*range(_MOST_CAPABILITIES)} - _BOUND_BY_LANDLOCK:  # root gets no others when it becomes the program
        ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)
    results = (
        _limit_resources(_MORE_THREADS),
        _restrict_files(writable, readable, False, program=program),
        _restrict_system_calls(False, False, becoming_another=True),
    )
    if len(expected.missing) < sum(text.startswith("no ") for text in results):
        raise OSError(f"the program would not be restricted as it should be: {results}")


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


def _limit_resources(more_threads: int = 0) -> str:
    """With `more_threads`, the user has so many beside those that the machine has now. Root has no such limit."""
    support = _resource_support()
    if support.startswith("no "):
        return support
    import resource

    limits = [
        (resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, MAX_FILE_BYTES), (resource.RLIMIT_NOFILE, MAX_OPEN_FILES),
    ]  # fmt: skip
    with contextlib.suppress(OSError):
        there = Path("/proc/loadavg").read_text(encoding="utf-8").split()[3].partition("/")[2]
        limits += [(resource.RLIMIT_NPROC, int(there) + more_threads)] if more_threads else []
    for name, value in limits:
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


def _restrict_files(
    writable: Iterable[Path], readable: Iterable[Path], gpu: bool, *, program: Path | None = None
) -> str:
    """With `program`, nothing else may be executed."""
    support = _landlock_support()
    if support.startswith("no "):
        return support
    from py_landlock import AccessFs, Landlock, LandlockError

    rules = Landlock(strict=False)
    read = AccessFs.READ_FILE if program else AccessFs.READ_FILE | AccessFs.EXECUTE
    for path in readable:
        if path.exists():
            rules.add_path_rule(path, access=read | AccessFs.READ_DIR if path.is_dir() else read)
    if program:
        rules.add_path_rule(program, access=AccessFs.READ_FILE | AccessFs.EXECUTE)
    for path in writable:
        if path.is_dir():
            rules.allow_read_write(path)
        else:
            rules.add_path_rule(path, access=AccessFs.READ_FILE | AccessFs.WRITE_FILE | AccessFs.TRUNCATE)
    patterns = ["null"] + (["nvidia*", "nvidia-caps/*", "dri/*", "shm", "dxg"] if gpu else [])
    for device in (path for pattern in patterns for path in Path("/dev").glob(pattern) if not path.is_dir()):
        rules.add_path_rule(device, access=AccessFs.READ_FILE | AccessFs.WRITE_FILE | AccessFs.IOCTL_DEV)
    try:
        rules.apply()
    except (LandlockError, OSError) as error:
        return f"no file system sandbox: {error}"
    return support


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


def _restrict_system_calls(gpu: bool, programs: bool, *, becoming_another: bool = False) -> str:
    support = _seccomp_support()
    if support.startswith("no "):
        return support
    import pyseccomp as seccomp

    rules = _call_rules(gpu, programs)
    if becoming_another:
        rules.add_rule(seccomp.ALLOW, "execve")
    for name in SIGNALLING:
        rules.add_rule(seccomp.ALLOW, name, seccomp.Arg(0, seccomp.EQ, os.getpid()))
    try:
        rules.load()
    except (OSError, RuntimeError) as error:
        return f"no system call filter: {error}"
    return support


ArgumentTest = tuple[int, int, int]
"""`(n, mask, value)`: argument n, counted from 0, must equal `value` under `mask`."""

WHOLE = (1 << 64) - 1

_EVERYWHERE = (
    # memory
    "brk", "mmap", "mmap2", "munmap", "mprotect", "mremap", "madvise", "mincore", "msync", "membarrier",
    # files, within the file system sandbox: open, read, write, list, make, remove
    "open", "openat", "close", "close_range", "read", "readv", "pread64", "preadv", "write", "writev", "pwrite64",
    "pwritev", "lseek", "_llseek", "stat", "stat64", "fstat", "fstat64", "lstat", "lstat64", "newfstatat", "fstatat64",
    "statx", "statfs", "statfs64", "fstatfs", "fstatfs64", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir", "mkdirat", "rmdir", "unlink",
    "unlinkat", "rename", "renameat", "renameat2", "ftruncate", "ftruncate64", "fallocate", "fsync", "fdatasync",
    "flock", "fadvise64", "sendfile", "sendfile64", "copy_file_range", "dup", "dup2", "dup3", "umask",
    "poll", "ppoll", "select", "_newselect", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait",
    "epoll_pwait", "pipe", "pipe2",
    # threads of this process, its signals, its end
    "futex", "futex_time64", "set_robust_list", "rseq", "set_tid_address", "gettid", "sched_yield", "sched_getaffinity",
    "sched_getscheduler", "sched_getparam", "sched_get_priority_max", "sched_get_priority_min", "getcpu",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
    "sigaltstack", "pause", "setitimer", "getitimer", "alarm", "restart_syscall", "exit", "exit_group",
    # time, and facts about this process
    "clock_gettime", "clock_gettime64", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times",
    "getpid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid", "getgroups",
    "getresuid", "getresgid", "getpriority", "getrlimit", "ugetrlimit", "getrusage", "uname", "sysinfo", "getrandom",
    "arch_prctl", "riscv_flush_icache", "riscv_hwprobe",
)  # fmt: skip

_WITH_PROGRAMS = (
    "execve", "fork", "vfork", "wait4", "waitid", "waitpid", "socketpair", "eventfd2", "memfd_create", "setrlimit",
    "setpgid", "setsid", "link", "linkat", "symlink", "symlinkat", "truncate", "readahead", "sync_file_range",
    "inotify_init1", "inotify_add_watch", "inotify_rm_watch", "timerfd_create", "timerfd_settime", "signalfd4",
    "mlock", "munlock",
)  # fmt: skip
"""Further calls of a compiler or git."""

_WITH_GPU = (
    "ioctl", "prctl", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "recvfrom", "recvmsg",
    "shutdown", "getsockname", "getpeername", "getsockopt", "setsockopt", "mlock2", "mlockall", "munlockall", "mbind",
    "get_mempolicy", "set_mempolicy", "get_robust_list", "capget", "timer_create", "timer_settime", "timer_gettime",
    "timer_getoverrun", "timer_delete", "timerfd_gettime", "sched_setscheduler", "sched_setparam", "pkey_alloc",
    "pkey_free", "pkey_mprotect", "splice", "tee", "preadv2", "pwritev2", "process_madvise", "fstatat", "eventfd",
)  # fmt: skip
"""Further calls of CUDA's driver: devices, local sockets of daemons, pinned memory, `nvidia-modprobe`."""

SIGNALLING = ("kill", "tgkill", "tkill")
"""Allowed only for the process itself (first argument): abort() needs it."""

_THREAD = 0x00010000
_NEW_NAMESPACES = 0x7E020000
_DESCRIPTOR_COMMANDS = (
    0, 1, 2, 3, 4, 1030,  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
    5, 6, 7, 36, 37, 38,  # locks
    1031, 1032, 1033, 1034,  # a pipe's size, a memory file's seals
)  # fmt: skip
"""Allowed commands of `fcntl`; not F_SETOWN and related ones, which send signals."""
_STREAM_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Allowed requests of `ioctl`: TCGETS (a terminal?), TIOCGWINSZ (its width), FIONREAD, FIONBIO, FIONCLEX, FIOCLEX."""
_OWN_SETTINGS = (3, 15, 16, 23, 38, 39, 42, 51, 64, 0x53564D41)
"""Allowed options of `prctl`: read "dumpable", the thread's name, test a capability, no new
privileges, read the large-page setting, vector length and tagged addresses (64-bit Arm), name memory.
"""
_UNIX, _NETLINK = 1, 16
_STACK = 3


def allowed_calls(*, gpu: bool, programs: bool) -> Iterator[tuple[str, tuple[ArgumentTest, ...]]]:
    """Yield each allowed call with its conditions, any of which suffices; `SIGNALLING` is added separately."""
    starting = gpu or programs
    names = _EVERYWHERE + (_WITH_PROGRAMS if starting else ()) + (_WITH_GPU if gpu else ())
    yield from ((name, ()) for name in names)
    yield "clone", ((0, _NEW_NAMESPACES, 0),) if starting else ((0, _THREAD | _NEW_NAMESPACES, _THREAD),)
    yield "prctl", ((0, WHOLE, 1), (1, WHOLE, signal.SIGKILL))  # die with the parent, which nothing takes back
    itself = (0, WHOLE, 0)
    yield "sched_setaffinity", (itself,)
    if starting:
        yield "prlimit64", (itself,)
    else:  # it reads its limits; NVRTC raises the stack limit
        yield "prlimit64", (itself, (2, WHOLE, 0))
        yield "prlimit64", (itself, (1, WHOLE, _STACK))
    for number, name, values in (
        (1, "fcntl", _DESCRIPTOR_COMMANDS),
        (1, "fcntl64", _DESCRIPTOR_COMMANDS),
        (1, "ioctl", () if gpu else _STREAM_REQUESTS),
        (0, "prctl", () if gpu else _OWN_SETTINGS),
        (0, "socket", (_UNIX, _NETLINK) if gpu else ()),
    ):
        for value in values:
            yield name, ((number, WHOLE, value),)


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

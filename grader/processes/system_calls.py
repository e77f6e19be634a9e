"""The system calls that a restricted child may make: an allowlist.

A call that is not listed fails with `ENOSYS`, as on an older kernel, so that libraries fall back to listed ones: glibc
uses clone, whose flags a filter can read, instead of clone3. Names that the architecture or the library does not know
are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

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

SIGNALLING = ("kill", "tgkill")
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
_OWN_SETTINGS = (1, 3, 15, 16, 23, 38, 39, 42, 51, 64, 0x53564D41)
"""Allowed options of `prctl`: die with the parent, read "dumpable", the thread's name, test a capability, no new
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

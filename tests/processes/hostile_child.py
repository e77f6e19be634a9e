"""What the tests run inside a restricted child: one attempt, whose outcome is written to stdout."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path


def loaded() -> None:
    """Called once in the server."""
    os.environ["LOADED_IN"] = str(os.getpid())


def read(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")[:20]


def write(path: str) -> str:
    Path(path).write_text("x", encoding="utf-8")
    return "written"


def connect(_: str) -> str:
    socket.create_connection(("127.0.0.1", 9), timeout=1)
    return "connected"


def send_datagram(_: str) -> str:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
    return "sent"


def fork(_: str) -> str:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "forked"


def run(_: str) -> str:
    return str(subprocess.run(["/bin/true"], check=False).returncode)


def kill(pid: str) -> str:
    os.kill(int(pid), 0)
    return "signalled"


def fill_disk(_: str) -> str:
    with Path("big").open("wb") as file:
        for _chunk in range(200):
            file.write(bytes(1 << 20))
    return "filled"


def abort(_: str) -> str:
    os.abort()


def import_more(_: str) -> str:
    import fractions
    import wave

    return f"{fractions.__name__} {wave.__name__}"


def start_thread(_: str) -> str:
    import threading

    done = []
    thread = threading.Thread(target=lambda: done.append("ran in a thread"))
    thread.start()
    thread.join()
    return done[0]


def environment(_: str) -> str:
    return json.dumps(dict(os.environ))


def shared(_: str) -> str:
    return f"{os.environ['LOADED_IN']} {os.getppid()}"


def folder(_: str) -> str:
    return str(Path.cwd())


def echo(_: str) -> str:
    return sys.stdin.readline().strip()


def hang(_: str) -> str:
    signal.pause()
    return "woke up"


def call(asked: str) -> str:
    """Make the system call of this number with these arguments; a text is one, too."""
    number, *given = json.loads(asked)
    libc = ctypes.CDLL(None, use_errno=True)
    words = [ctypes.c_char_p(each.encode()) if isinstance(each, str) else ctypes.c_long(each) for each in given]
    passed = libc.syscall(number, *words) >= 0
    return "passed" if passed else f"refused: {errno.errorcode[ctypes.get_errno()]}"


def call_each(asked: str) -> str:
    """Which of these calls the kernel knows, each asked with arguments that no call accepts."""
    senseless = ",".join(["-1"] * 6)
    return json.dumps([number for number in json.loads(asked) if call(f"[{number},{senseless}]") != "refused: ENOSYS"])


def main(arguments: list[str]) -> None:
    """`NAME ARGUMENT [open|gpu|programs]`: restricted unless `open`, else as it is for one of these."""
    name, argument, *flags = arguments
    missing: tuple[str, ...] = ()
    if "open" not in flags:
        from grader.processes.sandbox import restrict

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        missing = restrict(writable=[Path.cwd()], gpu="gpu" in flags, programs="programs" in flags).missing
    try:
        outcome = globals()[name](argument)
    except OSError as error:
        outcome = f"refused: {errno.errorcode[error.errno or 0]}"
    print(json.dumps({"outcome": outcome, "missing": missing}), flush=True)

"""Run a built program: it in one child process with walls, the server with the device in another, its output here."""

from __future__ import annotations

import codecs
import contextlib
import ctypes
import fcntl
import io
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from grader.devices.process import START_SECONDS, ChildProcess
from grader.errors import DeviceTimeout, NotCompiledError, NotSupportedError
from grader.plaintext import one_line
from grader.processes.child import (
    PATIENCE,
    child_environment,
    die_with_parent,
    ended_after,
    limit,
    usable_cores,
    worked,
)
from grader.processes.forkserver import ForkServer
from grader.processes.sandbox import Protection, available, restrict_to_program
from grader.programs import server
from grader.programs.building import recalled, remember
from grader.programs.server import EDITS, ENDED, NOTHING, SERVE, ServeRequest
from grader.programs.sources import Known, Source

if TYPE_CHECKING:
    from grader.edits.change import Edit
    from grader.programs.telling import Told

SHARED_BYTES = 8 << 30
"""Room for managed and pinned memory; what is not used takes no memory. The program may fill all of it."""
_PROGRAM_MB, _SERVER_MB = 1 << 15, 1 << 14
_MOST_OUTPUT = 64 << 20
_CUT_SHORT = "\ngrader: the program prints more than 64 MB; the rest is left out\n"
_MOST_KEPT, _LONGEST_COMPLAINT = 1 << 16, 100
_BAD = (
    r"(?:\b(?i:fail(?:s|ed)?|failures?|wrong|incorrect|mismatch(?:es)?|differs?|bad|falsch|fehlerhaft)\b"
    r"|(?i:\bnot|n['’]t) (?i:ok|equal|sorted|right|correct|match|the same)\b"
    r"|\bERRORS?\b|\b[1-9]\d* (?i:errors?|Fehler)\b)"
)
_COMPLAINT = re.compile(_BAD)
_NO_COMPLAINT = re.compile(
    r"\b(?i:no|none|nothing|without|keine?|not (?:differ|fail))\b"
    r"|(?:^|[^\w\s]\s*|\b(?i:found|are|were|is|was|with|has|had|have|mit) )0(?:\.0+)?(?: \w+){0,4}? " + _BAD
    + "|" + _BAD + r"(?:(?: \w+){0,2} ?[:=])? ?0(?:\.0+)?(?=\s*(?:$|[,;.)/(]|of\b|von\b))"
)  # fmt: skip
"""A count of 0: "0 of 64 are wrong", "mismatches: 0"; not an element 0, nor a value: "wrong at 0: 0 instead of 5"."""
_F_ADD_SEALS, _SEALS = 1033, 1 | 2 | 4  # neither end may change the size, or what is sealed
_FUEL_OF_A_SECOND = 50_000_000
"""Jumps backwards: a launch that takes this many a second of what is allowed ends by itself, and says where."""
_BESIDE = 1.0
"""Processor seconds that the server has beside those of the program: to start it, and to compile a first time."""
_MEMORY_FROM_BELOW = 0x0200000
_LATE, _NOT_STARTED = 124, 126
_OUT_OF_TIME = (128 + signal.SIGXCPU, 128 + signal.SIGKILL)


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a program ended: a shell's exit code, after how many seconds, and what its server `said`, if anything."""

    code: int
    said: Told | None = None
    walls: Protection
    late: bool = False
    seconds: float = 0.0

    @property
    def told(self) -> Told:
        """What the server said; nothing where the program did not end in time."""
        from grader.programs.telling import Told  # takes longer to load than most programs take to run

        return self.said or Told()


class Printed(io.StringIO):
    """The beginning of what a program prints; `target` gets all of it as it comes."""

    def __init__(self, most: int = _MOST_KEPT, target: TextIO | None = None) -> None:
        super().__init__()
        self._left, self._target = most, target

    def write(self, text: str, /) -> int:
        """Keep what there is room for, and pass the text on."""
        kept = text[: self._left]
        self._left -= len(kept)
        super().write(kept)
        return self._target.write(text) if self._target else len(text)

    def flush(self) -> None:
        """Flush where it is passed on."""
        if self._target:
            self._target.flush()


def complaint_in(printed: str) -> str:
    """Return the first line of what a program has printed in which it says that something is wrong; "" without any."""
    wrong = (line for line in printed.split("\n") if _COMPLAINT.search(line) and not _NO_COMPLAINT.search(line))
    return one_line(next(wrong, ""), _LONGEST_COMPLAINT)


@contextlib.contextmanager
def server_forks(*, quiet: bool = False) -> Iterator[ForkServer]:
    """Start what forks the servers of programs, and loads while programs are built; end it after the block.

    What both processes need is loaded before; with `quiet`, not what they need if there is something to tell.
    """
    available()
    loaded = [f"{server.__name__}:load"]
    if not quiet:
        from grader.programs import telling

        telling.load()
        loaded.append(f"{telling.__name__}:load")  # by the servers' process too, if it is not forked from this one
    with contextlib.closing(ForkServer(loaded, child_environment(tempfile.gettempdir()))) as forks:
        forks.start(here=True)
        yield forks


class Programs:
    """Runs of a program, one by one, on the emulator or on the GPU with the number `gpu`.

    A server is for so many `runs`; behind these, and behind a run that may have broken it, another one serves. With
    `half` that is the program's device half, or what the first run compiles: neither is kept for others.
    """

    def __init__(
        self, forks: ForkServer, program: Path, *, gpu: int = -1, half: str | None = None, runs: int = 1
    ) -> None:
        self.program, self._forks, self._gpu, self._runs = program, forks, gpu, runs
        known = recalled(program)
        self._keeps = gpu < 0 and half is None  # what is kept is for the emulator
        self._known = known if self._keeps else replace(known, half=half or "")
        self._worked = 0.0
        self._start()

    def _start(self) -> None:
        self._broken = False
        self._ours, theirs = zip(*(socket.socketpair() for _ in range(self._runs)), strict=True)
        self._theirs = list(theirs)
        self._shared = os.memfd_create("grader-shared", os.MFD_ALLOW_SEALING)
        os.fchmod(self._shared, 0o600)  # the program cannot execute what it writes there
        os.ftruncate(self._shared, SHARED_BYTES)
        fcntl.fcntl(self._shared, _F_ADD_SEALS, _SEALS)
        arguments = [str(_SERVER_MB), str(usable_cores()), str(self._gpu)]
        if not self._known.half:
            arguments.append("compile")
        self._text = os.open(self.program, os.O_RDONLY)
        more = (self._shared, self._text, *(each.fileno() for each in self._ours))
        self._server = ChildProcess(self._forks.starter(server.__name__, arguments, more))

    @property
    def half(self) -> str:
        """The compiled device half, once a run has compiled it."""
        return self._known.half

    @property
    def worked(self) -> float:
        """Processor seconds of the servers so far."""
        return self._worked + self._server.worked

    def edits(
        self, text: str, lines: Sequence[int], most: int, *, any_there: bool = False, of_kernels: bool = False
    ) -> tuple[Edit, ...]:
        """Return edits of a text's host half, or of its kernels, those near some lines first; the server reads it.

        With `any_there` those of the host half are of all kinds also on these lines.

        Raise what `ChildProcess.request` raises.
        """
        from grader.devices.requests import Edits

        asked = json.dumps([text, [*lines], most, any_there, of_kernels]).encode()
        answer = self._server.ask(EDITS, asked, seconds=START_SECONDS)
        return self._server.read(Edits, answer).edits

    def close(self) -> None:
        """End the server."""
        self._server.close()
        for connection in (*self._ours, *self._theirs):
            connection.close()
        for descriptor in (self._shared, self._text):
            os.close(descriptor)

    def run(
        self, source: Source, arguments: Sequence[str], folder: Path, *, seconds: float,
        output: tuple[TextIO, TextIO], stdin: int | None = None, writable: Sequence[Path] = (), brief: bool = False,
        number: int = 0,
    ) -> Ran:  # fmt: skip
        """Run the program in `folder`, and print what it prints as it does so.

        It may read that folder and the files that its arguments name, and write to the files in `writable`, which are
        there already. Of a half that is built with edits, the one of that `number` is switched on. With `brief`,
        nothing is said where there is no fault. Raise what `ChildProcess.request` raises, `NotSupportedError` where the
        program asks for what is not there, `NotCompiledError` for its device half.
        """
        # libwb takes several in one word: `-i a.raw,b.raw`
        words = dict.fromkeys(part for word in arguments for part in (word, *re.split("[,=]", word)) if part)
        given = [path for path in (folder / word for word in words) if path.is_file()]
        if self._broken or not self._theirs:
            self._worked = self.worked
            self.close()
            self._start()
        self._broken = True  # unless it comes through
        program, theirs, shared, expected = self.program, self._theirs.pop(0), self._shared, available()
        edit = {"GRADER_EDIT": str(number)} if number and not source.changed else {}
        keep_below = ctypes.CDLL(None).personality if self._gpu >= 0 else None

        def walls() -> None:
            os.setsid()
            if keep_below:  # the program's own memory lies where no GPU's does
                keep_below(_MEMORY_FROM_BELOW)
            die_with_parent()
            limit(int(seconds) + 1, _PROGRAM_MB)
            restrict_to_program(program, [folder, *given], expected, writable=writable)

        began = time.perf_counter()
        try:
            process = subprocess.Popen(
                [source.name, *arguments], executable=program, cwd=folder, stdin=stdin, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, pass_fds=(theirs.fileno(), shared), preexec_fn=walls,
                env={"GRADER_PROGRAM": f"{theirs.fileno()},{shared}", "PATH": "/usr/bin:/bin", "HOME": "/", **edit},
            )  # fmt: skip
        except OSError as error:
            if error.filename is None:  # not of the program's file: there is no process to be had
                raise
            output[1].write(f"grader: the system does not start this program: {error.strerror}\n")
            return Ran(code=_NOT_STARTED, walls=expected)
        theirs.close()
        request = ServeRequest(
            source=source, known=self._known, fuel=int(seconds * _FUEL_OF_A_SECOND), brief=brief, number=number
        )
        with _relayed(process, output):
            self._server.warm_up()
            for connection in self._ours:  # the server has its own now, and closes them
                connection.close()
            self._server.wait_for_start()  # that is no time of the program's
            try:
                # more than the program has: where that does nothing, it is ended, and the server answers
                with ended_after(process, PATIENCE * (seconds + _BESIDE / 2)) as late:
                    self._server.ask(SERVE, json.dumps(asdict(request)).encode(), seconds=seconds + _BESIDE)
                    with contextlib.suppress(ChildProcessError):  # ended as it was late, and waited for there
                        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # its clock is there until then
            except DeviceTimeout:
                return Ran(code=_LATE, walls=expected, late=True)
            used = worked(process.pid)
            code = process.wait()
            out_of_time = late.is_set() or (128 - code in _OUT_OF_TIME and (used is None or used >= seconds))
        spent = time.perf_counter() - began
        code = code if code >= 0 else 128 - code
        answer = self._server.ask(ENDED, json.dumps(code).encode(), seconds=START_SECONDS)
        self._broken = out_of_time
        if answer.name == NOTHING:
            self._keep(replace(self._known, quiet=True))
            return Ran(code=code, walls=expected, late=out_of_time, seconds=spent)
        from grader.programs.telling import Told

        told = self._server.read(Told, answer)
        self._keep(replace(self._known, half=told.half or self._known.half, quiet=not told.findings))
        if told.refused:
            if told.diagnostics is None:
                raise NotSupportedError(told.refused)
            raise NotCompiledError(told.diagnostics, told.refused)
        return Ran(code=code, said=told, walls=expected, late=out_of_time, seconds=spent)

    def _keep(self, known: Known) -> None:
        if known != self._known and self._keeps:
            remember(self.program, known)
        self._known = known


@contextlib.contextmanager
def _relayed(process: subprocess.Popen[bytes], output: tuple[TextIO, TextIO]) -> Iterator[None]:
    """Print what a program prints; after the block let it not go on, and all that it has printed be there."""
    assert process.stdout is not None and process.stderr is not None
    pairs = list(zip((process.stdout, process.stderr), output, strict=True))
    relays = [threading.Thread(target=_relay, args=pair, daemon=True) for pair in pairs]
    for relay in relays:
        relay.start()
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        process.wait()
        for relay, (stream, _) in zip(relays, pairs, strict=True):
            relay.join()
            stream.close()


def _relay(source: BinaryIO, target: TextIO) -> None:
    """Print what comes, as it comes, up to a limit; read on after it, so that the program does not hang."""
    decoder, left = codecs.getincrementaldecoder("utf-8")("replace"), _MOST_OUTPUT
    while data := os.read(source.fileno(), 1 << 16):
        if left > 0:
            with contextlib.suppress(OSError, ValueError):
                target.write(decoder.decode(data[:left]))
                target.write("" if len(data) <= left else _CUT_SHORT)
                target.flush()
        left -= len(data)

"""Clang's NVPTX back end from PyPI's `ziglang` wheel: the front end for machines that NVRTC does not support.

One self-contained text goes in on standard input, and PTX comes out on standard output. Includes are written into the
text first, so Clang reads no files of the machine and writes none. Own headers replace CUDA's.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.compiling.headers import FOLDER, own_text
from grader.compiling.lexer import lex
from grader.compiling.values import KERNEL_FILE, CompilerFaultError, CompilerUnavailableError, CompileUnit, Output
from grader.processes.child import die_with_parent

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from grader.results import Diagnostic

_LIMIT_SECONDS = 120
_OPTIONS = (
    "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-nostdinc", "-fdeclspec",
    "-ffp-contract=fast", "-fno-color-diagnostics", "-fno-caret-diagnostics",
    "-Wno-unknown-cuda-version", "-Wuninitialized", "-Wsometimes-uninitialized", "-Wunused-variable",
    "-Wunused-but-set-variable", "-Wparentheses", "-Wno-pragma-once-outside-header", "-ferror-limit=50",
)  # fmt: skip
_ADVICE = "`pip install 'cuda-grader[clang]'` (or `pip install ziglang`) brings it."
_DEPTH = 12  # limit for headers of an assignment that include each other in a circle
_MESSAGE = re.compile(
    r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<severity>fatal error|error|warning|note|remark): "
    r"(?P<message>.*)$",
    re.MULTILINE,
)
_SEVERITY = {"fatal error": "error", "remark": "note"}
ClangAnswer = tuple[int, str, str]
RunClang = Callable[[dict[str, Any]], ClangAnswer]


class Clang:
    """Clang from the `ziglang` wheel, with own headers instead of CUDA's."""

    name = "clang"

    def version(self) -> tuple[int, int]:
        """Return Clang's version, such as (22, 1). Raise `CompilerUnavailableError` when `ziglang` is not installed."""
        clang_program()
        return _version()

    def prelude(self, names: frozenset[str]) -> str:  # noqa: ARG002 - every file gets all of it
        """Return the device header, under its own name."""
        types = {"grader_types.h": own_text("grader_types.h")}
        return write_in_headers(f'#line 1 "grader-device.h"\n{own_text("device.h")}\n', types, name="grader-device.h")

    def compile(self, unit: CompileUnit) -> Output:
        """Compile one unit. It makes no cubin and reports no ptxas figures.

        Raise `CompilerUnavailableError` without `ziglang`, or for a CUDA header that only NVRTC can use; raise
        `CompilerFaultError` when Clang crashes or takes too long.
        """
        text = write_in_headers(unit.text, _headers(unit), name=unit.name)
        if unit.expression:
            text += _instantiation(unit)
        arch = re.sub(r"\D", "", unit.arch)
        code, ptx, log = _ask({"text": text, "arch": arch, "debug": unit.debug, "consteval": unit.consteval})
        messages = parse_clang_log(log)
        errors = [message for message in messages if message.severity == "error"]
        if code != 0:
            if not errors:
                raise CompilerFaultError(f"Clang failed with exit code {code}: {log.strip()[:500]}")
            named = all(message.file == KERNEL_FILE for message in errors)
            return Output(log=log, messages=messages, no_such_kernel=named)
        return Output(ok=True, ptx=ptx, log=log, entry=_entry(ptx, unit), messages=messages)


def parse_clang_log(log: str) -> tuple[Diagnostic, ...]:
    """Return the messages of Clang's standard error unchanged."""
    from grader.results import Diagnostic  # takes time, and a program that is built already needs none

    return tuple(
        Diagnostic(
            severity=_SEVERITY.get(found["severity"], found["severity"]), file=found["file"], line=int(found["line"]),
            column=int(found["column"]), message=re.sub(r" \[-W[\w=,+-]+\]$", "", found["message"]),
        )
        for found in _MESSAGE.finditer(log)
    )  # fmt: skip


def _headers(unit: CompileUnit) -> Mapping[str, str]:
    own = {}
    for name in unit.cuda_headers:
        if not (FOLDER / name).is_file():
            raise CompilerUnavailableError(
                f"{name} is not available with the Clang front end: grade this file on a machine with NVRTC."
            )
        own[name] = own_text(name)
    return {**unit.headers, **own}


def _instantiation(unit: CompileUnit) -> str:
    """Return text that makes Clang emit the wanted template instance, or fail under a separate file name.

    For a kernel that is not a template, it only requires that the name exists.
    """
    if unit.expression.endswith(">"):
        wanted = f"template __global__ decltype({unit.expression}) {unit.expression};"
    else:
        wanted = f"static_assert(sizeof(decltype(&{unit.expression})) != 0);"
    return f'\n#line 1 "{KERNEL_FILE}"\n{wanted}\n'


def _entry(ptx: str, unit: CompileUnit) -> str:
    """Return the symbol of the wanted kernel among the PTX's entries."""
    if not unit.expression:
        return ""
    from grader.emulator.ptx.mangling import find_entry  # brings NumPy and the emulator, which a start has no use for

    return find_entry(unit.expression, re.findall(r"\.entry\s+([\w$.]+)", ptx))


def run_in_helper(restrict: Callable[[], object]) -> None:
    """Run Clang in a helper process from now on, so that this process may give up the right to start programs.

    The helper first calls `restrict` on itself. Does nothing without Clang, and on systems that have no such
    restriction.
    """
    global _helper  # one for the whole process: the right to start programs does not come back
    if sys.platform == "linux" and hasattr(os, "fork") and importlib.util.find_spec("ziglang") is not None:
        _helper = start_helper(_run, restrict)


_helper: ClangHelper | None = None


def _ask(request: dict[str, Any]) -> tuple[int, str, str]:
    try:
        return _helper.ask(request) if _helper is not None else _run(request)
    except OSError as error:
        raise CompilerUnavailableError(f"Clang cannot be started: {error}. {_ADVICE}") from error


def _run(request: dict[str, Any]) -> tuple[int, str, str]:
    """Run Clang for `{"version": True}` or for a text and its architecture; program and options are fixed here."""
    if "version" in request:
        options = ["--version"]
    else:
        lines = ("-g", "-O0") if request["debug"] else ("-gline-tables-only", "-O2")
        standard = "-std=c++20" if request["consteval"] else "-std=c++17"
        arch = f"--cuda-gpu-arch=sm_{int(request['arch'] or 80)}"
        options = [*_OPTIONS, standard, arch, *lines, "-S", "-", "-o", "-"]
    import subprocess  # imported late: most compilations use NVRTC

    text = str(request.get("text", "")).encode("utf-8", "replace")
    try:
        done = subprocess.run(
            [clang_program(), "clang", *options], input=text, capture_output=True, timeout=_LIMIT_SECONDS, check=False,
            # Windows needs these to start a program; others, such as CPATH, could change what Clang does.
            env={name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP") if name in os.environ},
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise CompilerFaultError(f"Clang took longer than {_LIMIT_SECONDS} seconds.") from error
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


@lru_cache(maxsize=1)
def clang_program() -> str:
    """Return the path of `ziglang`'s program. Raise `CompilerUnavailableError` when it is not installed."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise CompilerUnavailableError(f"Clang is not installed. {_ADVICE}")
    return str(Path(spec.origin).parent / ("zig.exe" if os.name == "nt" else "zig"))


@lru_cache(maxsize=1)
def _version() -> tuple[int, int]:
    _, out, _ = _ask({"version": True})
    match = re.search(r"version (\d+)\.(\d+)", out)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def write_in_headers(text: str, headers: Mapping[str, str], *, name: str) -> str:
    """Replace each `#include` of a known header with the header's text, under its own name and line numbers.

    `text` must set its own line numbers (`#line 1 "name"`). Each header is included once, as if guarded. An unknown
    include stays, and the compiler rejects it.
    """
    start = text.find(f'#line 1 "{name}"\n')
    body = start + len(f'#line 1 "{name}"\n') if start >= 0 else 0
    return text[:body] + _written(text[body:], headers, name, 0)


def _written(text: str, headers: Mapping[str, str], name: str, depth: int) -> str:
    lexed = lex(text)
    made, at = [], 0
    for directive, spelled in lexed.included():
        wanted = spelled.strip('<>"').strip()
        if wanted in headers and depth < _DEPTH:
            made.append(text[at : directive.start])
            line = lexed.line(directive.end)
            made.append(f"\n{_guarded(wanted, headers, depth)}\n" + f'#line {line} "{name}"\n')
            at = directive.end
    return "".join([*made, text[at:]])


def _guarded(wanted: str, headers: Mapping[str, str], depth: int) -> str:
    guard = "GRADER_HEADER_" + "".join(c if c.isalnum() and c.isascii() else f"_{ord(c)}_" for c in wanted)
    inner = _written(headers[wanted].replace("#pragma once", ""), headers, wanted, depth + 1)
    return f'#ifndef {guard}\n#define {guard}\n#line 1 "{wanted}"\n{inner}\n#endif'


class ClangHelper:
    """The caller's end of a helper process that runs Clang for a process that may start no programs.

    The process that compiles and runs a student's code gives up the right to start programs. NVRTC is a library and not
    affected; Clang is a program. So the process first forks this helper, which restricts itself, knows two requests
    (version, compile one text), and ends when its connection closes.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(self, request: dict[str, Any]) -> ClangAnswer:
        """Return exit code, standard output and standard error. Raise `OSError` when the helper is gone."""
        try:
            self._connection.send_bytes(json.dumps(request).encode())
            code, output, errors = json.loads(self._connection.recv_bytes())
        except EOFError:
            raise OSError("the helper that runs Clang has ended") from None
        return int(code), str(output), str(errors)


def start_helper(run: RunClang, restrict: Callable[[], object]) -> ClangHelper:
    """Fork a helper that restricts itself and answers requests with `run`. Linux and macOS only."""
    from multiprocessing import Pipe  # imported late: most compilations use NVRTC

    ours, theirs = Pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            # The parent's pipes are not ours: its children would not see them end.
            os.closerange(3, theirs.fileno())
            os.closerange(theirs.fileno() + 1, 1024)
            die_with_parent()
            restrict()
            _serve(theirs, run)
        os._exit(0)
    theirs.close()
    return ClangHelper(ours)


def _serve(connection: Connection, run: RunClang) -> None:
    with contextlib.suppress(EOFError):
        while True:
            request = json.loads(connection.recv_bytes())
            try:
                answer = run(request)
            except Exception as error:  # report it to the caller
                answer = (127, "", f"{type(error).__name__}: {error}")
            connection.send_bytes(json.dumps(answer).encode())

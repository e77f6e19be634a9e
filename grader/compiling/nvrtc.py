"""NVRTC as a compiler. It needs no GPU, driver or CUDA toolkit."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.compiling.headers import include_folders, missing_wheel, own_text, prelude, wheel_folders
from grader.compiling.values import CompilerFaultError, CompilerUnavailableError, CompileUnit, Output
from grader.results import Diagnostic

_COMPILATION_ERROR = 6  # NVRTC_ERROR_COMPILATION: an error in the source
_NAME_ERRORS = (7, 8, 9, 10)  # name expressions: the requested kernel does not exist
_NAME_MAP = "__nv_name_map"  # NVRTC's file of name expressions
_FIRST_WITH_MINIMAL = (12, 4)  # according to the CUDA toolkit's release notes
_FIRST_WITH_HASTE = (12, 9)
_STOOD_FOR = frozenset({"cooperative_groups.h"})  # replaced in hasty mode; kernels mostly use parts that are the same
_UNKNOWN = ("undefined", "has no member", "not a member", "not a template", "no instance of")
_WHEELS = ("cuda_nvrtc/lib", "cuda_nvrtc/bin", "cu13/lib", "cu13/bin/x86_64")
_SYSTEMS = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll")
_HEAD = re.compile(
    r"^(?P<file>.+?)\((?P<line>\d+)\): (?P<severity>catastrophic error|internal error|error|warning|note|remark)"
    r"(?: #(?P<code>\d+)(?:-D)?)?: (?P<message>.*)$"
)
_PLACELESS = re.compile(
    r"^(?P<where>At end of source|Command-line error|nvrtc): ?(?P<severity>error|warning)?: ?(?P<message>.*)$"
)
_SEVERITY = {"catastrophic error": "error", "internal error": "error", "remark": "note"}


class Nvrtc:
    """CUDA's compiler library."""

    name = "nvrtc"

    def version(self) -> tuple[int, int]:
        """Return NVRTC's version, such as (12, 9). Raise `CompilerUnavailableError` when it cannot be loaded."""
        return _library().version()

    def prelude(self, names: frozenset[str]) -> str:
        """Return the few definitions that NVRTC lacks."""
        return prelude(names)

    def compile(self, unit: CompileUnit) -> Output:
        """Compile one unit.

        Raise `CompilerUnavailableError` without NVRTC or without CUDA headers that the unit needs; raise
        `CompilerFaultError` when NVRTC fails without an error in the source.
        """
        if unit.hasty and unit.cuda_headers and _STOOD_FOR.issuperset(unit.cuda_headers):
            # Reading CUDA's own headers takes a hundred times as long as reading most kernels.
            own = {name: own_text(name) for name in unit.cuda_headers}
            output = self._compiled(replace(unit, headers={**unit.headers, **own}, cuda_headers=()))
            if not _lacks_something(output):
                return output
        return self._compiled(unit)

    def _compiled(self, unit: CompileUnit) -> Output:
        if "<" in unit.expression:
            # NVRTC crashes on a name expression for a template with an error in its head: compile without it first.
            parsed = self._compile(replace(unit, expression="", arch="compute_80"))
            if not parsed.ok:
                return parsed
        if self.version() >= _FIRST_WITH_MINIMAL and not unit.cuda_headers:
            # `--minimal` omits texture and runtime types, which few kernels use, and saves a fifth of the time. After a
            # failure compile again with them: no error may be about what was omitted.
            output = self._compile(unit, "--minimal")
            if output.ok or output.no_such_kernel or (unit.hasty and not _lacks_something(output)):
                return output
        return self._compile(unit)

    def _compile(self, unit: CompileUnit, *more: str) -> Output:
        library, options = _library(), (*self._options(unit), *more)
        try:
            made = library.compile(
                unit.text, unit.name, unit.headers, unit.expression, options, cubin=unit.machine_code
            )
        except OSError as error:
            raise CompilerFaultError(f"NVRTC failed: {error}") from error
        if made.status not in (0, _COMPILATION_ERROR, *_NAME_ERRORS):
            raise CompilerFaultError(f"NVRTC failed: {library.words(made.status)}; {made.log}".strip())
        messages = tuple(read_log(made.log, name=unit.name, last_line=unit.last_line))
        if not made.status:
            return Output(ok=True, ptx=made.ptx, cubin=made.cubin, log=made.log, entry=made.entry, messages=messages)
        errors = [message for message in messages if message.severity == "error"]
        for message in errors:
            header = message.message.partition('open source file "')[2].partition('"')[0]
            if header.startswith("crt/"):
                raise CompilerUnavailableError(missing_wheel(header, library.version()[0]))
        named = bool(errors) and all(message.file == _NAME_MAP for message in errors)
        return Output(log=made.log, messages=messages, no_such_kernel=named)

    def _options(self, unit: CompileUnit) -> tuple[str, ...]:
        standard = ("--std=c++20", "-default-device") if unit.consteval else ("--std=c++17",)
        options = [f"--gpu-architecture={unit.arch}", *standard, "--no-source-include"]
        options.append("--device-debug" if unit.debug else "-lineinfo")
        if unit.hasty and not unit.debug and self.version() >= _FIRST_WITH_HASTE:
            options.append("--Ofast-compile=mid")  # a third less time; loops stay loops, so the PTX is shorter, too
        if unit.machine_code:
            options.append("--ptxas-options=-v")
        if unit.cuda_headers:
            folders = include_folders(self.version()[0])
            if not folders:
                raise CompilerUnavailableError(missing_wheel(unit.cuda_headers[0], self.version()[0]))
            options.extend(f"--include-path={folder}" for folder in folders)
        return tuple(options)


def _lacks_something(output: Output) -> bool:
    """Return whether a compilation failed because of something omitted; its messages are not shown to anyone."""
    return not output.ok and any(word in output.log for word in _UNKNOWN)


def supported_architectures() -> tuple[int, ...]:
    """Return the compute capabilities with machine code (90: sm_90); empty when NVRTC does not report them."""
    return _library().architectures()


def read_log(log: str, *, name: str, last_line: int = 0) -> Iterator[Diagnostic]:
    """Yield the messages of a log unchanged; the end of the source becomes `last_line` of file `name`."""
    lines = log.splitlines()
    for index, text in enumerate(lines):
        head = _HEAD.match(text)
        if head:
            severity, number = head["severity"], int(head["line"])
            within = min(number, last_line) if last_line and head["file"] == name else number
            yield Diagnostic(
                severity=_SEVERITY.get(severity, severity),
                file=head["file"],
                line=within,
                column=_column(lines[index + 1 : index + 40]),
                message=head["message"],
                code=int(head["code"]) if head["code"] else None,
            )
            continue
        placeless = _PLACELESS.match(text)
        if placeless:
            line = last_line if placeless["where"] == "At end of source" else 0
            severity = placeless["severity"] or "error"
            yield Diagnostic(severity=severity, file=name, line=line, message=placeless["message"])


def _column(following: Sequence[str]) -> int:
    """Return the caret's column: the log shows the line indented by two, then the caret."""
    for text in following:
        if _HEAD.match(text) or not text:
            return 0
        if text.strip() == "^":
            return text.index("^") - 1
    return 0


def _library() -> NvrtcLibrary:
    try:
        return nvrtc_library()
    except OSError as error:
        raise CompilerUnavailableError(
            "NVRTC, CUDA's compiler library, cannot be loaded. `pip install nvidia-cuda-nvrtc-cu12` brings it "
            f"(for CUDA 13: nvidia-cuda-nvrtc). Cause: {error}"
        ) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class NvrtcProgram:
    """Result of one program: NVRTC's status (0: compiled), its log, and the requested outputs."""

    status: int
    log: str
    ptx: str = ""
    cubin: bytes = b""
    entry: str = ""


class NvrtcLibrary:
    """The library loaded in this process."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._last: tuple[object, NvrtcProgram] | None = None

    def version(self) -> tuple[int, int]:
        """Return the version, such as (12, 9)."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._call("Version", ctypes.byref(major), ctypes.byref(minor))
        return major.value, minor.value

    def architectures(self) -> tuple[int, ...]:
        """Return the compute capabilities for which it makes machine code; empty when it is too old to report them."""
        if not hasattr(self._library, "nvrtcGetSupportedArchs"):
            return ()
        count = ctypes.c_int()
        self._call("GetNumSupportedArchs", ctypes.byref(count))
        numbers = (ctypes.c_int * count.value)()
        self._call("GetSupportedArchs", numbers)
        return tuple(numbers)

    def compile(
        self, text: str, name: str, headers: Mapping[str, str], expression: str, options: Sequence[str], *, cubin: bool
    ) -> NvrtcProgram:
        """Compile one text with in-memory headers; `expression` names the kernel whose entry to return, or is "".

        A text's kernels are asked for one after another: the last program has each `extern "C"` one. Raise `OSError`
        when NVRTC fails for a reason other than the program.
        """
        asked = text, name, tuple(headers.items()), tuple(options), cubin
        known = self._last[1] if self._last and self._last[0] == asked else None
        if known is not None and f".entry {expression}(" in known.ptx:
            return replace(known, entry=expression)
        made = self._compile(text, name, headers, expression, options, cubin=cubin)
        self._last = asked, made
        return made

    def _compile(
        self, text: str, name: str, headers: Mapping[str, str], expression: str, options: Sequence[str], *, cubin: bool
    ) -> NvrtcProgram:
        program = ctypes.c_void_p()
        self._call(
            "CreateProgram", ctypes.byref(program), _bytes(text), _bytes(name), len(headers),
            _strings(headers.values()), _strings(headers),
        )  # fmt: skip
        try:
            if expression:
                self._call("AddNameExpression", program, _bytes(expression))
            status = self._library.nvrtcCompileProgram(program, len(options), _strings(options))
            log = _text(self._read(program, "ProgramLog"))
            if status:
                return NvrtcProgram(status=status, log=log)
            ptx, machine_code = _text(self._read(program, "PTX")), self._read(program, "CUBIN") if cubin else b""
            entry = ctypes.c_char_p()
            if expression:
                self._call("GetLoweredName", program, _bytes(expression), ctypes.byref(entry))
            return NvrtcProgram(status=0, log=log, ptx=ptx, cubin=machine_code, entry=_text(entry.value or b""))
        finally:
            self._call("DestroyProgram", ctypes.byref(program))

    def words(self, status: int) -> str:
        """Return the description of a status."""
        self._library.nvrtcGetErrorString.restype = ctypes.c_char_p
        return _text(self._library.nvrtcGetErrorString(status))

    def _read(self, program: ctypes.c_void_p, what: str) -> bytes:
        size = ctypes.c_size_t()
        self._call(f"Get{what}Size", program, ctypes.byref(size))
        content = ctypes.create_string_buffer(size.value)
        self._call(f"Get{what}", program, content)
        return content.raw

    def _call(self, name: str, *arguments: object) -> None:
        status = getattr(self._library, f"nvrtc{name}")(*arguments)
        if status:
            raise OSError(f"nvrtc{name}: {self.words(status)}")


@functools.cache
def nvrtc_library() -> NvrtcLibrary:
    """Load NVRTC from its wheel, otherwise from the system. Raise `OSError` when there is none."""
    causes = []
    for name in _candidates():
        try:
            return NvrtcLibrary(ctypes.CDLL(name))
        except OSError as error:
            causes.append(str(error))
    raise OSError("; ".join(causes[:3]))


def _candidates() -> Iterator[str]:
    for folder in wheel_folders(*_WHEELS):
        libraries = [path for path in sorted(folder.iterdir()) if "nvrtc" in path.name and ".alt." not in path.name]
        builtins = [path for path in libraries if "builtins" in path.name]
        for path in builtins:  # the compiler opens its built-in headers by name, so load them first
            ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        shared = (path for path in libraries if ".so" in path.suffixes or path.suffix == ".dll")
        yield from (str(path) for path in shared if path not in builtins)
    with contextlib.suppress(Exception):
        # NVIDIA's search, part of CuPy 14, also finds toolkits and Conda environments.
        from cuda.pathfinder import load_nvidia_dynamic_lib

        found = load_nvidia_dynamic_lib("nvrtc").abs_path
        if found:
            yield str(found)
    yield from _SYSTEMS


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _strings(texts: Iterable[str]) -> ctypes.Array[ctypes.c_char_p]:
    listed = [_bytes(text) for text in texts]
    return (ctypes.c_char_p * len(listed))(*listed)


def _text(data: bytes) -> str:
    return data.rstrip(b"\0").decode("utf-8", "replace")

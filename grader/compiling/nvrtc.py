"""NVRTC through CuPy's bindings: source and options in, PTX or cubin and log out. No GPU and no driver is needed."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType

from grader.compiling.values import CompilerFaultError, CompilerUnavailableError

_COMPILATION_ERROR = 6  # NVRTC_ERROR_COMPILATION: the source is wrong
_NAME_ERRORS = (7, 8, 9, 10)  # name expressions: the kernel asked for is not there


@dataclass(frozen=True, slots=True)
class NvrtcOutput:
    """`ptx` is empty on failure, `cubin` unless one was asked for; `lowered` maps name expressions to symbols."""

    ok: bool = False
    ptx: str = ""
    cubin: bytes = b""
    log: str = ""
    lowered: Mapping[str, str] = field(default_factory=dict)


def version() -> tuple[int, int]:
    """NVRTC's version; raises `CompilerUnavailableError` when it cannot be loaded."""
    major, minor = _binding().getVersion()
    return int(major), int(minor)


def compile_program(
    source: str,
    *,
    name: str,
    options: Sequence[str],
    headers: Mapping[str, str],
    expressions: Sequence[str] = (),
    cubin: bool = False,
) -> NvrtcOutput:
    """Compile one source; nothing is read from or written to disk but what `--include-path` options name.

    Raises `CompilerUnavailableError` without NVRTC and `CompilerFaultError` when it fails on no error of the source.
    """
    nvrtc = _binding()
    texts = tuple(text.encode("utf-8", "replace") for text in headers.values())
    names = tuple(header.encode("utf-8", "replace") for header in headers)
    program = nvrtc.createProgram(source, name, texts, names)
    try:
        for expression in expressions:
            nvrtc.addNameExpression(program, expression)
        try:
            nvrtc.compileProgram(program, tuple(options))
        except nvrtc.NVRTCError as error:
            if error.status not in (_COMPILATION_ERROR, *_NAME_ERRORS):
                raise CompilerFaultError(f"NVRTC failed: {error}; {_log(nvrtc, program)}".strip()) from error
            return NvrtcOutput(log=_log(nvrtc, program))
        lowered = {}
        for expression in expressions:
            lowered[expression] = _text(nvrtc.getLoweredName(program, expression))
        return NvrtcOutput(
            ok=True, ptx=_text(nvrtc.getPTX(program)).rstrip("\0"),
            cubin=bytes(nvrtc.getCUBIN(program)) if cubin else b"", log=_log(nvrtc, program), lowered=lowered,
        )  # fmt: skip
    finally:
        nvrtc.destroyProgram(program)


def _binding() -> ModuleType:
    try:
        from cupy_backends.cuda.libs import nvrtc
    except Exception as error:  # CuPy raises various errors when a library is missing
        raise CompilerUnavailableError(_advice(error)) from error
    try:
        nvrtc.getVersion()
    except Exception as error:
        raise CompilerUnavailableError(_advice(error)) from error
    binding: ModuleType = nvrtc
    return binding


def _advice(error: Exception) -> str:
    return (
        "NVRTC, CUDA's compiler library, cannot be loaded. `pip install cupy-cuda12x nvidia-cuda-nvrtc-cu12` brings it "
        f"(for CUDA 13: cupy-cuda13x and nvidia-cuda-nvrtc). Cause: {type(error).__name__}: {error}"
    )


def _log(nvrtc: ModuleType, program: object) -> str:
    # A log may hold bytes of the source that are no UTF-8; a message lost is better than a grader that stops.
    with contextlib.suppress(UnicodeDecodeError):
        return _text(nvrtc.getProgramLog(program)).rstrip("\0")
    return ""


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)

"""NVRTC through CuPy's bindings. No GPU, no driver and no CUDA toolkit is needed."""

from __future__ import annotations

import contextlib
import ctypes
from dataclasses import replace
from types import ModuleType

from grader.compiling.backend import Output, Unit
from grader.compiling.diagnostics import parse_nvrtc_log
from grader.compiling.headers import include_folders, missing_wheel, prelude, wheel_folders
from grader.compiling.values import CompilerFaultError, CompilerUnavailableError

_COMPILATION_ERROR = 6  # NVRTC_ERROR_COMPILATION: the source is wrong
_NAME_ERRORS = (7, 8, 9, 10)  # name expressions: the kernel asked for is not there
_NAME_MAP = "__nv_name_map"  # the file that NVRTC makes of name expressions
_FIRST_WITH_MINIMAL = (12, 4)  # of the CUDA toolkit's release notes


class Nvrtc:
    """CUDA's own compiler library."""

    name = "nvrtc"

    def version(self) -> tuple[int, int]:
        """NVRTC's version, (12, 9) say; raises `CompilerUnavailableError` when it cannot be loaded."""
        major, minor = _binding().getVersion()
        return int(major), int(minor)

    def prelude(self, names: frozenset[str]) -> str:
        """The little that NVRTC does not know by itself."""
        return prelude(names)

    def compile(self, unit: Unit) -> Output:
        """Compile one unit.

        Raises `CompilerUnavailableError` without NVRTC or without CUDA headers that the unit needs, and
        `CompilerFaultError` when NVRTC fails on no error of the source.
        """
        if "<" in unit.expression:
            # A template with an error in its head crashes NVRTC where it is asked for by name: first without.
            parsed = self._compile(replace(unit, expression="", arch="compute_80"))
            if not parsed.ok:
                return parsed
        if self.version() >= _FIRST_WITH_MINIMAL and not unit.cuda_headers:
            # Without the types of textures and of CUDA's runtime, which few kernels name, the same code takes a fifth
            # less time. What fails is compiled again with them: the message must not be about what was left out.
            output = self._compile(unit, "--minimal")
            if output.ok or output.no_such_kernel:
                return output
        return self._compile(unit)

    def _compile(self, unit: Unit, *more: str) -> Output:
        nvrtc = _binding()
        texts = tuple(text.encode("utf-8", "replace") for text in unit.headers.values())
        names = tuple(header.encode("utf-8", "replace") for header in unit.headers)
        options = (*self._options(unit), *more)
        program = nvrtc.createProgram(unit.text, unit.name, texts, names)
        try:
            if unit.expression:
                nvrtc.addNameExpression(program, unit.expression)
            try:
                nvrtc.compileProgram(program, options)
            except nvrtc.NVRTCError as error:
                log = _log(nvrtc, program)
                if error.status not in (_COMPILATION_ERROR, *_NAME_ERRORS):
                    raise CompilerFaultError(f"NVRTC failed: {error}; {log}".strip()) from error
                return _failure(unit, log)
            return _success(nvrtc, program, unit)
        finally:
            nvrtc.destroyProgram(program)

    def _options(self, unit: Unit) -> tuple[str, ...]:
        options = [f"--gpu-architecture={unit.arch}", "--std=c++17", "--no-source-include"]
        options.append("--device-debug" if unit.debug else "-lineinfo")
        if unit.machine_code:
            options.append("--ptxas-options=-v")
        if unit.cuda_headers:
            folders = include_folders(self.version()[0])
            if not folders:
                raise CompilerUnavailableError(missing_wheel(unit.cuda_headers[0], self.version()[0]))
            options.extend(f"--include-path={folder}" for folder in folders)
        return tuple(options)


def supported_architectures() -> tuple[int, ...]:
    """The compute capabilities that this NVRTC makes machine code for (90 for sm_90); empty when it does not say."""
    binding = _binding()
    return tuple(int(number) for number in binding.getSupportedArchs()) if hasattr(binding, "getSupportedArchs") else ()


def _success(nvrtc: ModuleType, program: object, unit: Unit) -> Output:
    log = _log(nvrtc, program)
    return Output(
        ok=True,
        ptx=_text(nvrtc.getPTX(program)).rstrip("\0"),
        cubin=bytes(nvrtc.getCUBIN(program)) if unit.machine_code else b"",
        log=log,
        entry=_text(nvrtc.getLoweredName(program, unit.expression)) if unit.expression else "",
        messages=parse_nvrtc_log(log, name=unit.name, last_line=unit.last_line),
    )


def _failure(unit: Unit, log: str) -> Output:
    messages = parse_nvrtc_log(log, name=unit.name, last_line=unit.last_line)
    errors = [message for message in messages if message.severity == "error"]
    for message in errors:
        header = message.message.partition('open source file "')[2].partition('"')[0]
        if header.startswith("crt/"):
            raise CompilerUnavailableError(missing_wheel(header, Nvrtc().version()[0]))
    named = bool(errors) and all(message.file == _NAME_MAP for message in errors)
    return Output(log=log, messages=messages, no_such_kernel=named)


def _binding() -> ModuleType:
    try:
        from cupy_backends.cuda.libs import nvrtc
    except Exception as error:  # CuPy raises various errors when a library is missing
        raise CompilerUnavailableError(_advice(error)) from error
    try:
        nvrtc.getVersion()
    except Exception:
        _load_from_wheel()
        try:
            nvrtc.getVersion()
        except Exception as error:
            raise CompilerUnavailableError(_advice(error)) from error
    binding: ModuleType = nvrtc
    return binding


def _load_from_wheel() -> None:
    """Load NVRTC out of its wheel: CuPy before version 14 looks for it in the system's folders alone."""
    for folder in wheel_folders("cuda_nvrtc/lib", "cuda_nvrtc/bin", "cu13/lib", "cu13/bin/x86_64"):
        libraries = [path for path in folder.iterdir() if "nvrtc" in path.name and not path.name.endswith(".a")]
        # The compiler asks for its built-in headers by name: they must be there before it.
        for path in sorted(libraries, key=lambda path: "builtins" not in path.name):
            with contextlib.suppress(OSError):
                ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)


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

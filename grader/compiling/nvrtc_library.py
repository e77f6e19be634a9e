"""NVRTC's C interface: find the library, compile one program at a time."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.compiling.headers import wheel_folders

_WHEELS = ("cuda_nvrtc/lib", "cuda_nvrtc/bin", "cu13/lib", "cu13/bin/x86_64")
_SYSTEMS = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll")


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

        Raise `OSError` when NVRTC fails for a reason other than the program.
        """
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
            return NvrtcProgram(
                status=0,
                log=log,
                ptx=_text(self._read(program, "PTX")),
                cubin=self._read(program, "CUBIN") if cubin else b"",
                entry=self._entry(program, expression) if expression else "",
            )
        finally:
            self._call("DestroyProgram", ctypes.byref(program))

    def words(self, status: int) -> str:
        """Return the description of a status."""
        self._library.nvrtcGetErrorString.restype = ctypes.c_char_p
        return _text(self._library.nvrtcGetErrorString(status))

    def _entry(self, program: ctypes.c_void_p, expression: str) -> str:
        name = ctypes.c_char_p()
        self._call("GetLoweredName", program, _bytes(expression), ctypes.byref(name))
        return _text(name.value or b"")

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
        yield from (str(path) for path in libraries if path not in builtins and _is_shared(path))
    yield from _found_by_cuda()
    yield from _SYSTEMS


def _found_by_cuda() -> Iterator[str]:
    """Yield the path found by NVIDIA's search, part of CuPy 14; it also finds toolkits and Conda environments."""
    try:
        from cuda.pathfinder import load_nvidia_dynamic_lib

        found = load_nvidia_dynamic_lib("nvrtc").abs_path
    except Exception:
        return
    if found:
        yield str(found)


def _is_shared(path: Path) -> bool:
    return ".so" in path.suffixes or path.suffix == ".dll"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _strings(texts: Iterable[str]) -> ctypes.Array[ctypes.c_char_p]:
    listed = [_bytes(text) for text in texts]
    return (ctypes.c_char_p * len(listed))(*listed)


def _text(data: bytes) -> str:
    return data.rstrip(b"\0").decode("utf-8", "replace")

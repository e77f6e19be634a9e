"""NVIDIA's own assembler, where its wheel (nvidia-nvjitlink-cu12) is installed: is a PTX text right at all?"""

from __future__ import annotations

import ctypes
from importlib.util import find_spec
from pathlib import Path

_PTX = 2


class AssemblerMissingError(RuntimeError):
    """The wheel is not installed."""


def _library() -> ctypes.CDLL:
    found = find_spec("nvidia")
    folders = list(found.submodule_search_locations or ()) if found else []
    for folder in folders:
        for path in sorted(Path(folder).glob("nvjitlink/lib/libnvJitLink.so.*")):
            return ctypes.CDLL(str(path))
    raise AssemblerMissingError("nvidia-nvjitlink-cu12 is not installed")


class Assembler:
    """Assembles PTX for one compute capability, without a GPU."""

    def __init__(self, target: int) -> None:
        """Load the library. Raises AssemblerMissingError."""
        self.library = _library()
        self.option = f"-arch=sm_{target}".encode()

    def _call(self, name: str, *arguments: object) -> int:
        for suffix in ("", *(f"_12_{minor}" for minor in range(9, -1, -1))):
            function = getattr(self.library, f"{'__' if suffix else ''}{name}{suffix}", None)
            if function is not None:
                return int(function(*arguments))
        raise AssemblerMissingError(f"no {name} in the library")

    def errors(self, ptx: str) -> str:
        """What the assembler complains of; empty when the text assembles."""
        handle = ctypes.c_void_p()
        options = (ctypes.c_char_p * 1)(self.option)
        self._call("nvJitLinkCreate", ctypes.byref(handle), ctypes.c_uint32(1), options)
        try:
            data = ptx.encode() + b"\0"
            arguments = (handle, ctypes.c_int(_PTX), data, ctypes.c_size_t(len(data)), b"k.ptx")
            failed = self._call("nvJitLinkAddData", *arguments) or self._call("nvJitLinkComplete", handle)
            return self._log(handle) or "failed without a word" if failed else ""
        finally:
            self._call("nvJitLinkDestroy", ctypes.byref(handle))

    def _log(self, handle: ctypes.c_void_p) -> str:
        size = ctypes.c_size_t()
        self._call("nvJitLinkGetErrorLogSize", handle, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value + 1)
        self._call("nvJitLinkGetErrorLog", handle, log)
        return log.value.decode(errors="replace").strip()

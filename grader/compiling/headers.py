"""The headers that a submission may include, and their texts.

Three kinds. *Stand-ins* are the grader's own texts for headers that device code does not need but students include out
of habit. *CUDA's own* (`cuda_fp16.h`, `mma.h`, `cooperative_groups.h`, `cuda/std/…`) come from the installed wheels.
*Given* headers are named in the assignment. Every other name is rejected before compilation. The lists of names are
`stand_ins/*_names.txt`, and for namespace `std` `stand_ins/std_*.txt`.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "clang_headers"
_TEXTS = Path(__file__).parent / "stand_ins"
"""For device code alone: host code is compiled with the first folder, where these would hide the system's headers."""


@lru_cache(maxsize=32)
def own_text(name: str, folder: Path = FOLDER) -> str:
    """Return the grader's own text of a header."""
    return (folder / name).read_text(encoding="utf-8")


def _names(file: str) -> list[str]:
    return own_text(file, _TEXTS).split()


def wheel_folders(*names: str) -> list[Path]:
    """Return the existing folders of these names inside NVIDIA's wheels."""
    spec = importlib.util.find_spec("nvidia")
    roots = (spec.submodule_search_locations or ()) if spec else ()
    return [Path(root) / name for root in roots for name in names if (Path(root) / name).is_dir()]


# The device half of cuRAND is in its headers, which are installed with the extra `curand` only: without them they
# count as empty, because mostly host code needs them.
_CURAND = tuple(
    folder for folder in wheel_folders("curand/include", "cu13/include") if (folder / "curand_kernel.h").is_file()
)
_CURAND_NAMES = frozenset(_names("curand_names.txt"))
STAND_INS: dict[str, str] = {
    **dict.fromkeys((*_names("empty_names.txt"), *(() if _CURAND else _CURAND_NAMES)), "#pragma once\n"),
    **dict.fromkeys(("limits.h", "climits", "limits"), own_text("limits.h", _TEXTS)),
    **dict.fromkeys(("float.h", "cfloat"), own_text("float.h", _TEXTS)),
    **dict.fromkeys(("math.h", "cmath", "math_functions.h"), own_text("math.h", _TEXTS)),
    "helper_math.h": own_text("helper_math.h"),
    **dict.fromkeys(("stdint.h", "cstdint", "inttypes.h", "cinttypes"), own_text("stdint.h", _TEXTS)),
}

_MATH_NAMES = frozenset({"ceil", "floor", "sqrt", "exp", "log", "log2", "fabs", "pow", "fmin", "fmax", "std"})


# nvcc gets these from the CUDA runtime's header, from nearly every header of the C++ library and from the host's
# compiler; the word `register` it ignores. Textures need no instruction of their own: a kernel reads their memory.
_COMES_ALONG = tuple(
    (frozenset(re.findall(r"(?:#define |typedef [a-z ]+ )(\w+)", text)), text.replace("#pragma once\n", ""))
    for text in (
        *(own_text(f"{name}.h", _TEXTS) for name in ("stdint", "limits", "float", "math", "host_macros", "register")),
        own_text("textures.h"),
    )
)
# Libraries that host code calls; their headers do not compile for a device.
_HOST_LIBRARY = re.compile(r"thrust/[a-z_/]+\.h|cub/(?:cub|util_[a-z]+|device/[a-z_]+)\.cuh|cutlass/[a-z_/]+\.h")
# CUDA's own headers, by name or folder; they are read from the installed wheels.
_CUDA_NAMES = frozenset(_names("cuda_names.txt")) | (_CURAND_NAMES if _CURAND else frozenset())
_CUDA_FOLDER = re.compile(
    r"(?:cooperative_groups/[a-z_]+\.h|cuda/(?:std/)?[a-z_0-9]+|cub/(?:block|warp|thread)/[a-z_]+\.cuh)"
)

_TRAITS = "cuda/std/__type_traits"
# What nvcc accepts without a flag: types, constants and compile-time functions.
_STD = {
    **{name: f"{_TRAITS}/{word}.h" for word in _names("std_types.txt") for name in (word, f"{word}_t")},
    **{name: f"{_TRAITS}/{word}.h" for word in _names("std_values.txt") for name in (word, f"{word}_v")},
    **dict.fromkeys(("integral_constant", "bool_constant", "true_type", "false_type"),
                    f"{_TRAITS}/integral_constant.h"),
    "void_t": f"{_TRAITS}/void_t.h",
    "declval": "cuda/std/__utility/declval.h",
    "numeric_limits": "cuda/std/limits",
    **{f"{sign}int{bits}_t": "cuda/std/cstdint" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}  # fmt: skip
_CUB_HEADERS = {
    word.title().replace("_", ""): f"cub/{word.partition('_')[0]}/{word}.cuh" for word in _names("cub_names.txt")
}  # `BlockReduce`
# Headers replaced by empty texts, because mostly host code needs them, and the names that they declare.
_EMPTY_HERE = (
    (re.compile(r"cub/.*"), re.compile(r"cub")),
    (re.compile(r"thrust/(?!(?:pair|tuple)\.h).*"), re.compile(r"thrust")),
    (re.compile(r"cutlass/.*"), re.compile(r"cutlass|cute")),
    (re.compile(r"curand_kernel\.h"), re.compile(r"curand\w*")),
)


def prelude(names: Collection[str]) -> str:
    """Return the text to put before a file that mentions `names`: types and functions that nvcc would know.

    The host's math library calls the double version for integers; with NVRTC alone such a call is ambiguous.
    """
    mentioned = set(names)
    along = "".join(text for known, text in _COMES_ALONG if known & mentioned)
    integer_math = own_text("integer_math.h", _TEXTS) if _MATH_NAMES & mentioned else ""
    return own_text("prelude.h", _TEXTS) + along + integer_math


def base_of(name: str, given: Collection[str] = ()) -> str:
    """Return the header that `name` means: itself if known; otherwise its last part, if that is known.

    `"../course.h"` means `course.h`, in any folder: no file is searched for.
    """
    base = re.split(r"[/\\]", name)[-1]
    return base if not is_known(name, given) and (is_known(base, given) or counts_as_empty(base)) else name


def is_known(name: str, given: Collection[str] = ()) -> bool:
    """Return whether there is a text for this header."""
    return name in given or name in STAND_INS or is_cuda_header(name)


def counts_as_empty(name: str) -> bool:
    """Return whether a header without a stand-in is treated as empty, because only host code can use it."""
    return _HOST_LIBRARY.fullmatch(name) is not None


def is_cuda_header(name: str) -> bool:
    """Return whether CUDA ships a device header of this name."""
    return name in _CUDA_NAMES or _CUDA_FOLDER.fullmatch(name) is not None


@lru_cache(maxsize=4)
def include_folders(cuda_major: int) -> tuple[Path, ...]:
    """Return the folders with CUDA's own headers for this major release; empty when none are installed.

    With them come libcu++, CUB and Thrust.
    """
    toolkit = _toolkit_folders(cuda_major)
    toolkit += _CURAND if toolkit else ()
    return toolkit + library_folders() if toolkit else ()


def library_folders() -> tuple[Path, ...]:
    """Return the folders of libcu++, CUB and Thrust, which CuPy ships; empty without it."""
    spec = importlib.util.find_spec("cupy")
    if spec is None or spec.origin is None:
        return ()
    cccl = Path(spec.origin).parent / "_core" / "include" / "cupy" / "_cccl"
    return tuple(cccl / name for name in ("libcudacxx", "cub", "thrust") if (cccl / name).is_dir())


def missing_wheel(header: str, cuda_major: int) -> str:
    """Return a sentence that says what to install for CUDA's `header`; most of `mma.h` is in `crt/`."""
    name = header.removeprefix("crt/")
    if cuda_major >= 13:
        package = "nvidia-cuda-crt" if name == "mma.h" else "nvidia-cuda-runtime"
    else:
        package = "'cuda-grader[wmma]'" if name == "mma.h" else f"nvidia-cuda-runtime-cu{cuda_major}"
    return f"CUDA's {name} is not installed on this machine: `pip install {package}` brings it."


def extra_with(header: str) -> str:
    """Return the extra of this package that brings a header that is empty here; "" where none does."""
    return "cuda-grader[curand]" if header in _CURAND_NAMES else ""


def _toolkit_folders(cuda_major: int) -> tuple[Path, ...]:
    for root in _toolkit_candidates(cuda_major):
        if (root / "cuda_fp16.h").is_file() and _version_fits(root, cuda_major):
            # NVRTC is configured not to search the including file's folder, so relative includes need these folders.
            folders = [root, root / "cooperative_groups", root / "cooperative_groups" / "details", root / "cccl"]
            folders.append(root / "crt")
            for nvcc in wheel_folders("cuda_nvcc/include"):
                folders += [nvcc, nvcc / "crt"]
            return tuple(folder for folder in folders if folder.is_dir())
    return ()


def _toolkit_candidates(cuda_major: int) -> Iterator[Path]:
    names = ["cuda_runtime/include"] if cuda_major < 13 else [f"cu{cuda_major}/include"]
    yield from wheel_folders(*names)
    for variable in ("CUDA_PATH", "CUDA_HOME"):
        if os.environ.get(variable):
            yield Path(os.environ[variable]) / "include"
    yield Path("/usr/local/cuda/include")
    yield Path(f"/usr/local/cuda-{cuda_major}/include")


def _version_fits(root: Path, cuda_major: int) -> bool:
    """Return whether the headers are of this major release; others do not fit the compiler's built-in headers."""
    try:
        text = (root / "cuda.h").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    match = re.search(r"#define\s+CUDA_VERSION\s+(\d+)", text)
    return match is not None and int(match.group(1)) // 1000 == cuda_major


# What device code gets of other libraries. nvcc has the host's C++ library and CUB. Here, names of `std` come from
# libcu++ (`cuda::std`), each from its own small header, and block and warp primitives from CUB itself: only those that
# a file's device code names.


def is_provided(name: str) -> bool:
    """Return whether device code has this name of namespace `std` here."""
    return name in _STD


def std_headers(names: Iterable[str]) -> tuple[str, ...]:
    """Return the libcu++ headers for these names of namespace `std`, if provided here."""
    return tuple(sorted({_STD[name] for name in names if name in _STD}))


def std_forwarded(names: Iterable[str]) -> str:
    """Return text that defines these names in `std`, if provided here."""
    given = sorted({name for name in names if name in _STD})
    includes = "".join(f"#include <{header}>\n" for header in std_headers(given))
    return f"{includes}namespace std {{ {' '.join(f'using cuda::std::{name};' for name in given)} }}\n" if given else ""


def cub_headers(names: Collection[str]) -> tuple[str, ...]:
    """Return the headers of the CUB primitives among these names."""
    return tuple(_CUB_HEADERS[name] for name in sorted(names) if name in _CUB_HEADERS) if "cub" in names else ()


def thrust_headers(included: Iterable[str]) -> tuple[str, ...]:
    """Return those of these headers that are Thrust's own with types for device code."""
    return tuple(name for name in included if name in ("thrust/pair.h", "thrust/tuple.h"))


def declared_in(name: str, headers: Iterable[str]) -> str:
    """Return the first of these headers that declares `name` and is empty here; "" if none does."""
    fits = [header for header, names in _EMPTY_HERE if names.fullmatch(name)]
    empty = (header for header in headers if header in STAND_INS or header not in _CUDA_NAMES)
    return next((header for header in empty if any(pattern.fullmatch(header) for pattern in fits)), "")

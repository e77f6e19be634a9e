"""Libraries other than CUDA's headers: what device code gets of them here, and what is reported as not provided.

nvcc has the host's C++ library and CUB. Here, names of `std` come from libcu++ (`cuda::std`), each from its own small
header, and block and warp primitives from CUB itself: only those that a file's device code names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_TYPES = """
    add_const add_cv add_lvalue_reference add_pointer add_rvalue_reference add_volatile common_type conditional decay
    enable_if make_signed make_unsigned remove_all_extents remove_const remove_cv remove_extent remove_pointer
    remove_reference remove_volatile underlying_type
"""
_VALUES = """
    conjunction disjunction extent is_arithmetic is_array is_base_of is_class is_const is_constructible is_convertible
    is_default_constructible is_empty is_enum is_floating_point is_function is_fundamental is_integral is_null_pointer
    is_pod is_pointer is_reference is_same is_scalar is_signed is_standard_layout is_trivial
    is_trivially_copyable is_trivially_destructible is_union is_unsigned is_void is_volatile negation rank
"""
_TRAITS = "cuda/std/__type_traits"
# What nvcc accepts without a flag: types, constants and compile-time functions.
_STD = {
    **{name: f"{_TRAITS}/{name.removesuffix('_t')}.h" for word in _TYPES.split() for name in (word, f"{word}_t")},
    **{name: f"{_TRAITS}/{name.removesuffix('_v')}.h" for word in _VALUES.split() for name in (word, f"{word}_v")},
    **dict.fromkeys(("integral_constant", "bool_constant", "true_type", "false_type"),
                    f"{_TRAITS}/integral_constant.h"),
    "void_t": f"{_TRAITS}/void_t.h",
    "declval": "cuda/std/__utility/declval.h",
    "numeric_limits": "cuda/std/limits",
}  # fmt: skip

_CUB = """
    block_adjacent_difference block_discontinuity block_exchange block_histogram block_load block_merge_sort
    block_radix_rank block_radix_sort block_reduce block_run_length_decode block_scan block_shuffle block_store
    warp_exchange warp_load warp_merge_sort warp_reduce warp_scan warp_store
"""
_CUB_HEADERS = {
    word.title().replace("_", ""): f"cub/{word.partition('_')[0]}/{word}.cuh" for word in _CUB.split()
}  # `BlockReduce`

# Headers replaced by empty texts, because mostly host code needs them, and the names that they declare.
_EMPTY_HERE = (
    (re.compile(r"cub/.*"), re.compile(r"cub")),
    (re.compile(r"thrust/(?!(?:pair|tuple)\.h).*"), re.compile(r"thrust")),
    (re.compile(r"cutlass/.*"), re.compile(r"cutlass|cute")),
    (re.compile(r"curand_kernel\.h"), re.compile(r"curand\w*")),
)


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
    return next((header for header in headers if any(pattern.fullmatch(header) for pattern in fits)), "")

"""`parameters: auto`: roles guessed from a kernel's own parameter types and names, as course files write them.

A guess covers three pointers, sizes by their usual names, and alpha and beta; other orders are tried where a guess
does not fit. An instructor whose files differ writes the roles out.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from itertools import permutations

from grader.elements import ELEMENTS
from grader.labs.matmul.config import Parameter

_SIZES = ("M", "K", "N")
_FACTORS = frozenset(name for name, element in ELEMENTS.items() if element.kind == "f")
_SIZE_NAMES: tuple[tuple[str, str], ...] = (
    (r"num_?a_?rows?|a_?rows?|rows?_?a|a_?height|h_?a|height_?a|m", "M"),
    (r"num_?a_?col(umn)?s?|a_?col(umn)?s?|col(umn)?s?_?a|a_?width|w_?a|width_?a|k|inner|p", "K"),
    (r"num_?b_?rows?|b_?rows?|rows?_?b|b_?height|h_?b|height_?b", "K"),
    (r"num_?b_?col(umn)?s?|b_?col(umn)?s?|col(umn)?s?_?b|b_?width|w_?b|width_?b", "N"),
    (r"num_?c_?rows?|c_?rows?|rows?_?c|c_?height|h_?c|height_?c", "M"),
    (r"num_?c_?col(umn)?s?|c_?col(umn)?s?|col(umn)?s?_?c|c_?width|w_?c|width_?c", "N"),
    (r"tile_?(width|size|dim)?|block_?(width|size|dim)|ts", "T"),
    (r"lda", "lda"), (r"ldb", "ldb"), (r"ldc", "ldc"),
    (r"alpha", "alpha"), (r"beta", "beta"),
    (r"n|width|size|dim|ncols|len|length|matrix_?size", "N"),
)  # fmt: skip


def guess_roles(parameters: Sequence[tuple[str, str]]) -> tuple[Parameter, ...]:
    """The role of each (type, name); raises `ValueError` for a parameter that no rule fits."""
    outputs = _pointer_roles(parameters)
    letters = _letter_roles([name.lower() for kind, name in parameters if "*" not in kind])
    roles: list[Parameter] = []
    for position, (kind, name) in enumerate(parameters):
        if "*" in kind:
            roles.append(outputs[position])
        else:
            roles.append(letters.get(name.lower()) or _size_role(name))
    return tuple(roles)


def are_told(parameters: Sequence[tuple[str, str]]) -> bool:
    """Whether types and names alone say what each parameter is."""
    with contextlib.suppress(ValueError):
        return bool(guess_roles(parameters))
    return False


def possible_roles(parameters: Sequence[tuple[str, str]]) -> tuple[tuple[Parameter, ...], ...]:
    """Every reading of the sizes, the one by their names first; none where there are not three pointers."""
    found: list[tuple[Parameter, ...]] = []
    with contextlib.suppress(ValueError):
        found.append(guess_roles(parameters))
    sizes = size_positions(parameters)
    if not 1 <= len(sizes) <= len(_SIZES):
        return tuple(found)
    with contextlib.suppress(ValueError):
        pointers = _pointer_roles(parameters)
        orders = permutations(_SIZES, len(sizes)) if len(sizes) > 1 else [("N",)]
        for order in orders:
            roles: dict[int, Parameter] = {**pointers, **dict(zip(sizes, order, strict=True))}
            for position, (_, name) in enumerate(parameters):
                if position not in roles:
                    roles[position] = _size_role(name)
            found.append(tuple(roles[position] for position in range(len(parameters))))
    return tuple(dict.fromkeys(found))


def size_positions(parameters: Sequence[tuple[str, str]]) -> tuple[int, ...]:
    """Which parameters are sizes of the matrices, or have no usual name and may be."""
    return tuple(
        position
        for position, (kind, name) in enumerate(parameters)
        if "*" not in kind and kind not in _FACTORS and _role_by_name(name) in (*_SIZES, None)
    )


def _letter_roles(names: Sequence[str]) -> dict[str, str]:
    """Three letters in the alphabet's order (i, j, k; m, n, p; l, m, n) are A's rows, the inner size, B's columns.

    Not so m, n, k, which everybody uses in BLAS's sense.
    """
    letters = sorted({name for name in names if len(name) == 1})
    if len(letters) != 3 or set(letters) == {"k", "m", "n"}:
        return {}
    return dict(zip(letters, ("M", "K", "N"), strict=True))


def _pointer_roles(parameters: Sequence[tuple[str, str]]) -> dict[int, str]:
    """C is the one pointer whose target is not const, or that is named so, or else the last."""
    pointers = [position for position, (kind, _) in enumerate(parameters) if "*" in kind]
    if len(pointers) != 3:
        raise ValueError(f"three pointers are needed for A, B and C, there are {len(pointers)}")
    writable = [position for position in pointers if "const" not in parameters[position][0]]
    named = [
        position
        for position in pointers
        if re.fullmatch(r"(d_?|g_?)?(c|out\w*|p|result)(_?d)?", parameters[position][1].lower())
    ]
    output = writable[0] if len(writable) == 1 else named[0] if len(named) == 1 else pointers[-1]
    inputs = [position for position in pointers if position != output]
    return {output: "C", inputs[0]: "A", inputs[1]: "B"}


def _size_role(name: str) -> str:
    role = _role_by_name(name)
    if role is None:
        raise ValueError(
            f"what the parameter {name} means cannot be told from its name, and no order of the sizes gives a right"
            " result"
        )
    return role


def _role_by_name(name: str) -> str | None:
    return next((role for pattern, role in _SIZE_NAMES if re.fullmatch(pattern, name.lower())), None)

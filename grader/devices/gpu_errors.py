"""CUDA's error numbers as kinds of findings, with messages for students."""

from __future__ import annotations

_KINDS = {
    700: ("out-of-bounds", "an access to an address outside all memory"),
    701: ("resource-limit", "the launch asks for more registers, shared memory or threads than the GPU has"),
    702: ("timeout", "the kernel did not end"),
    710: ("device-assert", "an assert in the kernel failed"),
    714: ("device-trap", "a hardware stack error"),
    715: ("device-trap", "an illegal instruction (`__trap()` is one)"),
    716: ("misaligned-access", "an access to an address that is not a multiple of its size"),
    717: ("out-of-bounds", "an access through a pointer to the wrong kind of memory"),
    718: ("device-trap", "a jump out of the program"),
    719: ("device-trap", "the kernel failed (a trap, or an access to memory that is not there)"),
}


def describe(code: int, message: str) -> tuple[str, str]:
    """Return a finding's kind and message for an error of the GPU."""
    kind, words = _KINDS.get(code, ("device-trap", message))
    return kind, f"The GPU stopped the kernel: {words}."

"""Requests to the GPU's child, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.devices.base import Launch, TimedLaunch, TimedProduct
from grader.devices.requests import Binary
from grader.devices.wire import Array


@dataclass(frozen=True, slots=True)
class PropertiesRequest:
    """Request for the device's properties."""


@dataclass(frozen=True, slots=True)
class ClocksRequest:
    """Request for the current clock rates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchRequest:
    """One launch of the kernel with this key in the child."""

    key: int
    launch: Launch


@dataclass(frozen=True, slots=True)
class Facts:
    """Properties of the device, by name."""

    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolsRequest:
    """The grader's own kernels, as an image."""

    image: Array


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """A kernel to load for later launches."""

    binary: Binary


@dataclass(frozen=True, slots=True)
class KernelKey:
    """The kernel's key in the child."""

    key: int


@dataclass(frozen=True, slots=True)
class Done:
    """Success without a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuLaunched:
    """The arrays after a launch, and the number of words written outside each array (only nonzero numbers)."""

    arrays: Mapping[str, Array]
    breached: Mapping[str, int]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A timed launch after an untimed one, `before`; `flush_bytes` are written in between to clear the caches."""

    key: int
    launch: Launch
    before: Launch
    flush_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareRequest:
    """Request for memory to time a product."""

    product: TimedProduct
    flush_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarmRequest:
    """Launches for `seconds`, to raise the clock rates."""

    kernel: LaunchRequest
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRequest:
    """Timed launches of each kernel in turn, on the same fresh inputs."""

    kernels: tuple[LaunchRequest, ...]
    seed: int
    pair: int


@dataclass(frozen=True, slots=True)
class Times:
    """One row per kernel, up to the first that failed."""

    rows: tuple[TimedLaunch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductRequest:
    """Request for the vendor library's time for a product."""

    product: TimedProduct


@dataclass(frozen=True, slots=True)
class ProductTimes:
    """Milliseconds; None when there is no such library."""

    milliseconds: float | None


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

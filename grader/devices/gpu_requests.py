"""What the grader asks the GPU's child, and what that answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.devices.base import Launch, TimedLaunch, TimedProduct
from grader.devices.requests import Binary
from grader.devices.wire import Array


@dataclass(frozen=True, slots=True)
class PropertiesRequest:
    """What the device is."""


@dataclass(frozen=True, slots=True)
class ClocksRequest:
    """How fast it runs now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchRequest:
    """One launch of the kernel that has this key in the child."""

    key: int
    launch: Launch


@dataclass(frozen=True, slots=True)
class Facts:
    """What the device says, by name."""

    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolsRequest:
    """The grader's own kernels, as an image."""

    image: Array


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """A kernel to be launched later."""

    binary: Binary


@dataclass(frozen=True, slots=True)
class KernelKey:
    """The kernel's key in the child."""

    key: int


@dataclass(frozen=True, slots=True)
class Done:
    """There is nothing else to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuLaunched:
    """The arrays after a launch, and how many words outside each were written, where any were."""

    arrays: Mapping[str, Array]
    breached: Mapping[str, int]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A launch, timed, after another one that is not, and after so many bytes were written to sweep the caches."""

    key: int
    launch: Launch
    before: Launch
    flush_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareRequest:
    """Room for timing a product."""

    product: TimedProduct
    flush_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarmRequest:
    """Launches for so many seconds."""

    kernel: LaunchRequest
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRequest:
    """Each kernel in turn, on the same fresh inputs."""

    kernels: tuple[LaunchRequest, ...]
    seed: int
    pair: int


@dataclass(frozen=True, slots=True)
class Times:
    """A row a kernel, up to the first that failed."""

    rows: tuple[TimedLaunch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductRequest:
    """The vendor library's time for a product."""

    product: TimedProduct


@dataclass(frozen=True, slots=True)
class ProductTimes:
    """Milliseconds; None where there is no such library."""

    milliseconds: float | None

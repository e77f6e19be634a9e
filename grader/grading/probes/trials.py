"""Launches again, to see what a finding's fault comes to: does what unwritten memory holds matter, or whose turn it is?

Each is made only where the first launch gives reason to ask, and differs from it in one thing alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.devices.base import Compiled, Device, DeviceCrash, DeviceTimeout, Launch, Launched
from grader.emulator.result import RunFinding

# A large positive number and a large negative one, as floats and as integers, beside the NaN and −1 of every launch.
_OTHER_POISON = (0x7E, 0xFE)


def with_turns_reversed(device: Device, kernel: Compiled, launch: Launch) -> Launched | None:
    """What the launch gives where the last thread begins; None where a thread does not come to an end so.

    A kernel whose threads wait for one another may rely on the order in which they start, which this reverses.
    """
    turned = _again(device, kernel, replace(launch, turns="reversed"))
    return turned if turned is not None and turned.finished else None


def unset_values_matter(device: Device, kernel: Compiled, launch: Launch, launched: Launched) -> bool:
    """Whether what unwritten shared memory or unset registers hold shows: in an array, a counter, or what is printed.

    A value that is in no result and decides no branch gives the same whatever it is.
    """
    return any(_differs(launched, again) for again in _with_other_poison(device, kernel, launch))


def _with_other_poison(device: Device, kernel: Compiled, launch: Launch) -> Iterator[Launched | None]:
    for poison in _OTHER_POISON:
        yield _again(device, kernel, replace(launch, poison=poison))


def _again(device: Device, kernel: Compiled, launch: Launch) -> Launched | None:
    try:
        return device.launch(kernel, launch)
    except (DeviceTimeout, DeviceCrash):
        return None


def _differs(one: Launched, other: Launched | None) -> bool:
    if other is None or other.finished != one.finished or other.output != one.output:
        return True
    if other.counters.total != one.counters.total:
        return True
    return any(array.tobytes() != other.arrays[name].tobytes() for name, array in one.arrays.items())


def reads_unset(found: RunFinding) -> bool:
    """A read of shared memory that nobody has written, or of a register that its thread has not set."""
    return found.kind == "uninitialized-read" and found.space in ("shared", "register")

"""The device that programs see: its properties and attributes, as `cudaGetDeviceProperties` tells them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from grader.devices.gpu_driver import PROPERTIES
from grader.hardware import find_gpu, gpu_of

GPU = find_gpu("H100")
_HEADER = Path(__file__).parent / "include" / "grader_properties.h"
_ROWS = re.findall(r"FIELD\((\S+), (\d+), (\d+)\)", _HEADER.read_text(encoding="utf-8"))
"""Of each field, in order: its name, its number as an attribute (0: none), and what an H100 has."""
_ATTRIBUTES = {int(number): name for name, number, _ in _ROWS if int(number)}
_ALWAYS = (78, 115)
"""Attributes that are 1: streams have priorities, pools of memory are there."""


class Properties:
    """Those of one device: its limits, the name that programs get, and the fields of `cudaDeviceProp`.

    `facts` are what a GPU's driver tells; without, it is the emulated one.
    """

    def __init__(self, facts: Mapping[str, Any] | None = None) -> None:
        self.facts, self.gpu = facts or {}, gpu_of(facts) if facts else GPU
        self.name = self.gpu.name if facts else f"{GPU.name} (emulated)"
        known = {**asdict(self.gpu), **self.facts}
        own = {theirs: known[ours] for theirs, ours in PROPERTIES.items() if ours in known}
        own["major"], own["minor"] = self.gpu.compute_capability
        self.fields = {name: int(own.get(name, usual)) for name, _, usual in _ROWS}

    def packed(self) -> bytes:
        """Return the name and the fields as the runtime reads them."""
        return self.name.encode()[:255].ljust(256, b"\0") + np.array([*self.fields.values()], np.int64).tobytes()

    def attribute(self, number: int) -> int:
        """Return what `cudaDeviceGetAttribute` does; 0 for what is not known."""
        return self.fields[_ATTRIBUTES[number]] if number in _ATTRIBUTES else int(number in _ALWAYS)

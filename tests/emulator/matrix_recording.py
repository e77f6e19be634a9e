"""What a real GPU gave for every matrix case, as a file."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.emulator.matrix_cases import Case

FOLDER = Path(__file__).parent / "recordings"
PATTERN = "matrix_sm_*.xz"
Runner = Callable[[Case], np.ndarray]


@dataclass(slots=True)
class MatrixRecording:
    """`results` holds the output words of each case by name; `alignment` what accesses off their alignment did."""

    device: str
    details: dict[str, str] = field(default_factory=dict)
    results: dict[str, np.ndarray] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    alignment: dict[str, str] = field(default_factory=dict)

    def of(self, case: Case) -> np.ndarray | None:
        """The results for `case`; None when there are none, or they were made with another kernel or other words."""
        return self.results[case.name] if self.digests.get(case.name) == case.digest else None

    def write(self, path: Path) -> None:
        """Write as xz-compressed JSON, words in hexadecimal."""
        cases = {
            name: {"digest": self.digests[name], "words": words.astype("<u4").tobytes().hex()}
            for name, words in self.results.items()
        }
        document = {
            "device": self.device, "details": self.details, "cases": cases, "failures": self.failures,
            "alignment": self.alignment,
        }  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lzma.compress(json.dumps(document).encode(), preset=9))


def read(path: Path) -> MatrixRecording:
    """The recording in a file."""
    document = json.loads(lzma.decompress(path.read_bytes()))
    recording = MatrixRecording(
        document["device"], document["details"], failures=document["failures"], alignment=document["alignment"]
    )
    for name, entry in document["cases"].items():
        recording.digests[name] = entry["digest"]
        recording.results[name] = np.frombuffer(bytes.fromhex(entry["words"]), "<u4")
    return recording


def record(cases: Iterable[Case], run: Runner, device: str) -> MatrixRecording:
    """Run every case; what fails is noted and passed over."""
    recording = MatrixRecording(device)
    for case in cases:
        try:
            recording.results[case.name] = run(case)
        except Exception as error:
            recording.failures[case.name] = f"{type(error).__name__}: {error}"[:400]
            continue
        recording.digests[case.name] = case.digest
    return recording

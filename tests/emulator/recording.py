"""What a real GPU gave for every form, as a file: results by form, with the operands' digest; failures by form."""

from __future__ import annotations

import json
import lzma
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.emulator.forms import Form
from tests.emulator.kernels import kernel
from tests.emulator.vectors import digest, operands

FOLDER = Path(__file__).parent / "recordings"
Runner = Callable[[str, np.ndarray], np.ndarray]


@dataclass(slots=True)
class Recording:
    """`results` holds a uint64 array for each form's key, one word per operand tuple; see `kernels.kernel`."""

    device: str
    details: dict[str, str] = field(default_factory=dict)
    results: dict[str, np.ndarray] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)

    def of(self, form: Form) -> np.ndarray | None:
        """The results for `form`; None when there are none, or they were made with other operands."""
        if self.digests.get(form.key) != digest(operands(form)):
            return None
        return self.results[form.key]

    def write(self, path: Path) -> None:
        """Write as xz-compressed JSON, words in hexadecimal."""
        forms = {
            key: {"operands": self.digests[key], "words": [f"{word:x}" for word in words.tolist()]}
            for key, words in self.results.items()
        }
        document = {"device": self.device, "details": self.details, "forms": forms, "failures": self.failures}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lzma.compress(json.dumps(document).encode(), preset=9))


def read(path: Path) -> Recording:
    """The recording in a file."""
    document = json.loads(lzma.decompress(path.read_bytes()))
    recording = Recording(document["device"], document["details"], failures=document["failures"])
    for key, entry in document["forms"].items():
        recording.digests[key] = entry["operands"]
        recording.results[key] = np.array([int(word, 16) for word in entry["words"]], dtype=np.uint64)
    return recording


def record(forms: Iterable[Form], run: Runner, device: str, seconds: float = float("inf")) -> Recording:
    """Run each form's kernel through `run(ptx, words)`; what fails, or comes too late, is noted and passed over."""
    recording = Recording(device, {"python": platform.python_version()})
    start = time.monotonic()
    for form in forms:
        if time.monotonic() - start > seconds:
            recording.failures[form.key] = "out of time"
            continue
        tuples = operands(form)
        try:
            results = run(kernel(form), np.array(tuples, dtype=np.uint64))
        except Exception as error:
            recording.failures[form.key] = f"{type(error).__name__}: {error}"[:400]
            continue
        recording.results[form.key] = results
        recording.digests[form.key] = digest(tuples)
    recording.details["seconds"] = f"{time.monotonic() - start:.1f}"
    return recording

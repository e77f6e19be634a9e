"""An emulator in the tests' own process: as the child answers, without the pipe."""

from __future__ import annotations

import io
from collections.abc import Sequence

from grader.devices import wire
from grader.devices.base import Compiled, CompileRequest, EditsRequest, Launch, Launched, Trials
from grader.devices.process import Frame, Packed, read_frame, write_frame
from grader.devices.requests import AllLaunched, Edits, LandmarksRequest, LaunchesRequest, RepairsRequest, TrialsRequest
from grader.devices.worker import EmulatorService
from grader.edits.change import Edit
from grader.edits.landmarks import Landmarks
from grader.results import DeviceInfo


class LocalEmulator:
    """Compiles, launches and tries edits here; `compilations` counts."""

    worked = 0.0
    info = DeviceInfo(kind="cpu", name="PTX emulator")

    def __init__(self) -> None:
        self._service = EmulatorService(1, 0)
        self.compilations = 0

    def compile(self, request: CompileRequest) -> Compiled:
        self.compilations += 1
        return self._ask(request, Compiled)

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        return self.launch_many(kernel, [launch])[0]

    def launch_many(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        return self._ask(LaunchesRequest(key=kernel.key, launches=tuple(launches)), AllLaunched).on(launches)

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        return self.launch_many(kernel, launches)

    def landmarks(self, source: str, kernel: str, macro: str, width: int) -> Landmarks:
        return self._ask(LandmarksRequest(source=source, kernel=kernel, macro=macro, width=width), Landmarks)

    def edits(self, request: EditsRequest) -> tuple[Edit, ...]:
        return self._ask(request, Edits).edits

    def repairs(self, source: str, errors: Sequence[tuple[int, str]], macro: str) -> tuple[Edit, ...]:
        return self._ask(RepairsRequest(source=source, errors=tuple(errors), macro=macro), Edits).edits

    def trials(
        self, kernel: Compiled, launch: Launch, numbers: Sequence[int], *, switch: str, outputs: Sequence[str]
    ) -> Trials:
        request = TrialsRequest(
            key=kernel.key, launch=launch, numbers=tuple(numbers), switch=switch, outputs=tuple(outputs)
        )
        return self._ask(request, Trials)

    def renew(self) -> None:
        self._service = EmulatorService(1, 0)

    def close(self) -> None: ...

    def _ask(self, request, kind):
        name, text, body = arrived(self._service.answer(arrived(wire.pack(request))))
        assert name == kind.__name__, text
        return wire.unpack(kind, text, body)


def arrived(packed: Packed) -> Frame:
    """A message as it is read at the other end."""
    stream = io.BytesIO()
    write_frame(stream, *packed)
    stream.seek(0)
    return read_frame(stream)

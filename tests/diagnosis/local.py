"""An emulator in the tests' own process: as the child answers, without the pipe."""

from __future__ import annotations

from collections.abc import Sequence

from grader.devices import wire
from grader.devices.base import Compiled, CompileRequest, Launch, Launched, Trials
from grader.devices.worker import EmulatorService
from grader.edits.change import Edit
from grader.results import DeviceInfo


class LocalEmulator:
    """Compiles, launches and tries edits here; `compilations` counts."""

    info = DeviceInfo(kind="cpu", name="PTX emulator")

    def __init__(self) -> None:
        self._service = EmulatorService(1, 0)
        self.compilations = 0

    def compile(self, request: CompileRequest) -> Compiled:
        self.compilations += 1
        answer, _ = self._ask({"command": "compile", "request": wire.request_to_plain(request)}, {})
        return wire.compiled_from_plain(answer["compiled"])

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        header = {"command": "launch", "key": kernel.key, **wire.launch_to_plain(launch)}
        answer, arrays = self._ask(header, dict(launch.arrays))
        return wire.launched_from_plain(answer["launched"], arrays)

    def edits(self, source: str, kernel: str, macro: str) -> tuple[Edit, ...]:
        answer, _ = self._ask({"command": "edits", "source": source, "kernel": kernel, "macro": macro}, {})
        return tuple(wire.edit_from_plain(item) for item in answer["edits"])

    def repairs(self, source: str, errors: Sequence[tuple[int, str]]) -> tuple[Edit, ...]:
        answer, _ = self._ask({"command": "repairs", "source": source, "errors": list(errors)}, {})
        return tuple(wire.edit_from_plain(item) for item in answer["edits"])

    def trials(self, kernel: Compiled, launch: Launch, numbers: Sequence[int], *, switch: str, output: str) -> Trials:
        header = {"command": "trials", "key": kernel.key, "switch": switch, "output": output, "numbers": list(numbers)}
        answer, arrays = self._ask({**header, **wire.launch_to_plain(launch)}, dict(launch.arrays))
        return wire.trials_from_plain(answer, arrays)

    def renew(self) -> None:
        self._service = EmulatorService(1, 0)

    def close(self) -> None: ...

    def _ask(self, header, arrays):
        answer, results = self._service.answer(header, arrays)
        assert "fault" not in answer, answer
        return answer, dict(results)

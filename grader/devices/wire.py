"""The device's values as JSON and arrays, and back: what `frames` carries between the grader and its worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from operator import attrgetter
from typing import Any

import numpy as np

from grader.devices.base import (
    Argument,
    BufferArgument,
    Compiled,
    CompileFault,
    CompileRequest,
    Declaration,
    Launch,
    Launched,
    StructArgument,
    Trials,
)
from grader.edits.change import Change, Edit, How
from grader.emulator.run import Counters, Event, Finding, LineCounters, Party
from grader.results import Diagnostic, Resources

Plain = dict[str, Any]
_LINE_FIELDS = tuple(field.name for field in fields(LineCounters))
_line_values = attrgetter(*_LINE_FIELDS)  # `asdict` would copy each number deeply, 50 launches a submission
_OPS = ("load", "store", "fma", "barrier", "exit")


def request_to_plain(request: CompileRequest) -> Plain:
    """A compile request as JSON."""
    return asdict(request)


def request_from_plain(data: Mapping[str, Any]) -> CompileRequest:
    """The compile request that `request_to_plain` wrote."""
    lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
    return CompileRequest(**{**data, **lists})


def compiled_to_plain(compiled: Compiled) -> Plain:
    """A compilation's outcome as JSON."""
    plain = {entry.name: getattr(compiled, entry.name) for entry in fields(compiled)}
    plain["diagnostics"] = [item.model_dump() for item in compiled.diagnostics]
    plain["resources"] = compiled.resources.model_dump() if compiled.resources else None
    plain["faults"] = [asdict(item) for item in compiled.faults]
    plain["suspicions"] = [asdict(item) for item in compiled.suspicions]
    plain["declarations"] = [asdict(item) for item in compiled.declarations]
    return plain


def compiled_from_plain(data: Mapping[str, Any]) -> Compiled:
    """The outcome that `compiled_to_plain` wrote."""
    return Compiled(
        **{
            **data,
            "parameters": tuple((str(kind), str(name)) for kind, name in data["parameters"]),
            "diagnostics": tuple(Diagnostic.model_validate(item) for item in data["diagnostics"]),
            "faults": tuple(CompileFault(**item) for item in data["faults"]),
            "suspicions": tuple(CompileFault(**item) for item in data["suspicions"]),
            "resources": Resources.model_validate(data["resources"]) if data["resources"] else None,
            "declarations": tuple(
                Declaration(**{**item, "dims": tuple(item["dims"])}) for item in data["declarations"]
            ),
            "notes": tuple(data["notes"]),
            "blanked": tuple((int(first), int(last), str(why)) for first, last, why in data["blanked"]),
        }
    )


def launch_to_plain(launch: Launch) -> Plain:
    """A launch without its arrays."""
    return {
        "grid": launch.grid,
        "block": launch.block,
        "arguments": [_argument_to_plain(argument) for argument in launch.arguments],
        "shared_bytes": launch.shared_bytes,
        "checkers": launch.checkers,
        "fuel": launch.fuel,
        "record": launch.record,
        "profile": launch.profile,
        "uninitialized": launch.uninitialized,
        "turns": launch.turns,
        "stray_reads": launch.stray_reads,
        "poison": launch.poison,
    }


def launch_from_plain(data: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Launch:
    """The launch that `launch_to_plain` wrote."""
    return Launch(
        grid=_dim3(data["grid"]),
        block=_dim3(data["block"]),
        arguments=tuple(_argument_from_plain(item) for item in data["arguments"]),
        arrays=arrays,
        shared_bytes=data["shared_bytes"],
        checkers=data["checkers"],
        fuel=data["fuel"],
        record=_dim3(data["record"]) if data["record"] else None,
        profile=data["profile"],
        uninitialized=tuple(data["uninitialized"]),
        turns=data["turns"],
        stray_reads=data["stray_reads"],
        poison=data["poison"],
    )


def _argument_to_plain(argument: Argument) -> Any:  # noqa: ANN401 (a number or an object of JSON)
    if isinstance(argument, BufferArgument):
        return {"buffer": argument.name}
    if isinstance(argument, StructArgument):
        return {"struct": [_argument_to_plain(item) for item in argument.fields]}
    return argument


def _argument_from_plain(item: Any) -> Any:  # noqa: ANN401
    if not isinstance(item, dict):
        return item
    if "buffer" in item:
        return BufferArgument(item["buffer"])
    return StructArgument(tuple(_argument_from_plain(entry) for entry in item["struct"]))


def launched_to_plain(launched: Launched) -> tuple[Plain, dict[str, np.ndarray]]:
    """A launch's outcome as JSON and arrays."""
    names = sorted({event.object for event in launched.events})
    number = {name: index for index, name in enumerate(names)}
    events, values = _events_to_arrays(launched.events, number)
    arrays = {f"array:{name}": array for name, array in launched.arrays.items()}
    arrays |= {f"written:{name}": np.packbits(flags) for name, flags in launched.written.items()}
    arrays |= {"events": events, "values": values}
    plain = {
        "findings": [asdict(finding) for finding in launched.findings],
        "lines": [_line_values(row) for row in launched.counters.lines],
        "written_bytes": {name: int(flags.size) for name, flags in launched.written.items()},
        "output": launched.output,
        "finished": launched.finished,
        "seconds": launched.seconds,
        "objects": names,
        "events_truncated": launched.events_truncated,
        "varies": launched.varies,
    }
    return plain, arrays


def launched_from_plain(data: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Launched:
    """The outcome that `launched_to_plain` wrote."""
    written = {
        name: np.unpackbits(arrays[f"written:{name}"], count=count).astype(bool)
        for name, count in data["written_bytes"].items()
    }
    return Launched(
        arrays={name[6:]: array for name, array in arrays.items() if name.startswith("array:")},
        written=written,
        findings=tuple(_finding_from_plain(item) for item in data["findings"]),
        counters=Counters([LineCounters(**dict(zip(_LINE_FIELDS, row, strict=True))) for row in data["lines"]]),
        output=data["output"],
        finished=data["finished"],
        seconds=data["seconds"],
        events=_events_from_arrays(arrays["events"], arrays["values"], data["objects"]),
        events_truncated=data["events_truncated"],
        varies=data["varies"],
    )


def trials_to_plain(runs: Sequence[Launched], launch: Launch, output: str) -> tuple[Plain, dict[str, np.ndarray]]:
    """Launches that differ in one number, as JSON and arrays."""
    size = launch.arrays[output].nbytes
    others = [name for name in launch.arrays if name != output]
    nothing = np.zeros(size, bool)
    arrays = {
        "output": np.array([run.arrays[output].view(np.uint8).reshape(-1) for run in runs], np.uint8).reshape(-1, size),
        "written": np.packbits(
            np.array([run.written.get(output, nothing) for run in runs], bool).reshape(-1, size), axis=1
        ),
    }
    plain = {
        "findings": [[[item.kind, item.line, item.access] for item in run.findings] for run in runs],
        "sound": [
            run.finished and all(np.array_equal(run.arrays[name], launch.arrays[name]) for name in others)
            for run in runs
        ],
        "size": size,
    }
    return plain, arrays


def trials_from_plain(data: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Trials:
    """The launches that `trials_to_plain` wrote."""
    return Trials(
        output=arrays["output"],
        written=np.unpackbits(arrays["written"], axis=1, count=int(data["size"])).astype(bool),
        findings=tuple(
            tuple((str(kind), int(line), str(access)) for kind, line, access in found) for found in data["findings"]
        ),
        sound=tuple(bool(item) for item in data["sound"]),
    )


def edit_to_plain(edit: Edit) -> list[Any]:
    """An edit as JSON."""
    changes = [
        [[item.start, item.end, item.text, item.how.value] for item in group] for group in (edit.changes, edit.switches)
    ]
    return [edit.kind, edit.line, edit.cost, *changes]


def edit_from_plain(item: Sequence[Any]) -> Edit:
    """The edit that `edit_to_plain` wrote."""
    kind, line, cost, *groups = item
    changes, switches = (
        tuple(Change(int(start), int(end), str(text), How(how)) for start, end, text, how in group) for group in groups
    )
    return Edit(kind=str(kind), line=int(line), cost=int(cost), changes=changes, switches=switches)


def _events_to_arrays(events: Sequence[Event], number: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
    rows = [
        (event.thread, event.phase, event.line, _OPS.index(event.op), number[event.object], event.index)
        for event in events
    ]
    return np.array(rows, np.int64).reshape(-1, 6), np.array([event.value for event in events], np.float64)


def _events_from_arrays(rows: np.ndarray, values: np.ndarray, names: Sequence[str]) -> tuple[Event, ...]:
    return tuple(
        Event(thread, phase, line, _OPS[op], names[number], index, value)
        for (thread, phase, line, op, number, index), value in zip(rows.tolist(), values.tolist(), strict=True)
    )


def _finding_from_plain(item: Mapping[str, Any]) -> Finding:
    other = item["other"]
    if other is not None:
        other = Party(**{**other, "block": _dim3(other["block"]), "thread": _dim3(other["thread"])})
    places = {name: _dim3(item[name]) if item[name] else None for name in ("block", "thread")}
    return Finding(**{**item, **places, "other": other})


def _dim3(values: Sequence[int]) -> tuple[int, int, int]:
    x, y, z = values
    return int(x), int(y), int(z)

"""Say what comes next for a kernel with all points, and what each of its barriers is for.

A barrier is tried by leaving it out: the changed text runs on the small cases that a report replays, with all checkers.
Hidden cases take no part.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from grader.assignment import TestCase
from grader.devices.base import DeviceError, EditsRequest, Emulator
from grader.edits.change import Edit
from grader.grading.bench import Bench, Build
from grader.grading.lane import Attempt, compile_source
from grader.grading.running import run_case
from grader.results import BarrierTrial, Beyond, Results, Severity
from grader.results.kinds import RANK

MOST_BARRIERS = 4
MOST_SECONDS = 5.0
"""After which no further barrier is left out."""


def has_all_points(results: Results) -> bool:
    """True if nothing is left to fix."""
    full = results.passed and results.score >= results.max_score > 0
    return full and not results.findings and not results.parts


def look_beyond(results: Results, attempt: Attempt, devices: Sequence[Emulator]) -> Beyond | None:
    """Return what comes next; None where the lab has nothing to say. The devices share the barriers."""
    benches = [lane.bench for lane in attempt.lanes if lane.bench]
    if not benches:
        return None
    counted = results.performance.traffic if results.performance else ()
    own = next((row for row in counted if row.kernel == "student"), None)
    width = own.tile_width if own else 0
    needs = next((row for row in results.compile.resources if row.tile_width == width), None)
    bench = next((bench for bench in benches if bench.kernel.tile_width == width), benches[0])
    declared = [array.dims for array in bench.kernel.declarations]
    recording = next(iter(results.recordings), None)
    found = attempt.opened.lab.beyond(own, needs, declared, recording)
    if found is None:
        return None
    trials = _trials(results, attempt, devices, bench) if recording else ()
    return found.model_copy(update={"barriers": trials}) if trials or found.techniques else None


def _trials(results: Results, attempt: Attempt, devices: Sequence[Emulator], like: Bench) -> tuple[BarrierTrial, ...]:
    small, source = results.recordings[0], attempt.source
    alone = math.prod(small.block_dim) == 1  # a thread by itself waits for nobody
    width = like.kernel.tile_width if alone else small.tile_width
    cases = like.lab.walk_throughs(like.config, width) if source.define_width else ()
    request = EditsRequest(
        source=source.text,
        kernel=like.kernel.display_name,
        macro=attempt.opened.config.tile.macro or "",
        only="barriers",
    )
    end = time.monotonic() + MOST_SECONDS
    try:
        edits = devices[0].edits(request) if cases else ()
    except DeviceError:
        return ()
    chosen = sorted(edits, key=lambda each: each.line)[:MOST_BARRIERS]

    def tried(number: int) -> list[BarrierTrial | None]:
        """Try one device's share of the barriers."""
        own = chosen[number :: len(devices)]
        return [_trial(edit, attempt, devices[number], like, cases) for edit in own if time.monotonic() < end]

    with ThreadPoolExecutor(len(devices), thread_name_prefix="grader-beyond") as pool:
        made = [trial for trials in pool.map(tried, range(len(devices))) for trial in trials]
    return tuple(sorted((trial for trial in made if trial is not None), key=lambda trial: trial.line))


def _trial(
    edit: Edit, attempt: Attempt, device: Emulator, like: Bench, cases: Sequence[TestCase]
) -> BarrierTrial | None:
    """Run the text without a barrier; None where it does not compile or run."""
    (gone,) = edit.switches  # the statement alone: its line stays, so that those below keep their numbers
    data = attempt.source.text.encode()
    text = (data[: gone.start] + b";" + data[gone.end :]).decode()
    try:
        changed = attempt.with_text(text).source
        kernel, _ = compile_source(attempt.opened, device, changed, cases[0].tile_width, Build.AS_GRADED)
        if not kernel.ok:
            return None
        bench = replace(like, kernel=kernel, device=device, own=None)
        outcomes = [run_case(bench, case) for case in cases]
    except DeviceError:
        return None
    found = [item for outcome in outcomes for item in outcome.findings if item.severity is Severity.ERROR]
    by_kind = {item.kind: item for item in reversed(found)}
    return BarrierTrial(
        line=edit.line,
        cases=tuple(case.label for case in cases),
        found=tuple(by_kind[kind] for kind in sorted(by_kind, key=RANK.__getitem__)),
        wrong_cells=sum(outcome.comparison.bad_cells for outcome in outcomes if outcome.comparison),
    )

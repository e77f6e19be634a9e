"""How a launch runs: the fast way where it may, the careful way where it must, over as many host threads as wanted.

Workers share the buffers and nothing else. What one of them did to a word that another touched would be a race that
neither can see; then the launch is undone and one careful worker runs it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import numpy as np

from grader.emulator.layout import EARLIER
from grader.emulator.native.machine_code import MachineCode
from grader.emulator.native.records import ROW_READ, ROW_WRITTEN
from grader.emulator.rows.translate import Experience, RowTranslation
from grader.emulator.running.gather import Outcome, gather
from grader.emulator.running.resident_blocks import take_turns
from grader.emulator.running.workers import Launch, RowWorker, Worker, give_back, make_row_worker, make_worker

PANEL = 4
"""Blocks side by side whose part of a wide matrix stays in a core's own cache while all rows of blocks read it."""


@dataclass(slots=True)
class _Team:
    """What one host thread uses: a fast worker, a careful one, or both."""

    fast: RowWorker | None = None
    careful: Worker | None = None
    given_up: bool = False
    experience: Experience = field(default_factory=Experience)
    blocks: tuple[int, int] = field(default=(0, 0))


def execute(launch: Launch, rows: RowTranslation | None, threads: int, *, any_order: bool = False) -> Outcome:
    """Run all blocks and gather what they found; in `any_order` where that shows nowhere."""
    count = max(1, min(threads, launch.blocks))
    if rows is None and count == 1:
        return gather(launch, [run_carefully(launch, make_worker(launch), 0, launch.blocks)])
    before = [buffer.data.copy() for buffer in launch.memory.buffers]
    edges = [launch.blocks * n // count for n in range(count + 1)]
    teams = _spread([partial(_run_team, launch, rows, first, last, any_order) for first, last in pairwise(edges)])
    if rows is not None:
        for team in teams:
            rows.experience.learn(team.experience)
    if any(team.given_up for team in teams) or _conflict(launch, teams):
        for buffer, data in zip(launch.memory.buffers, before, strict=True):
            buffer.data[...] = data
        outcome = gather(launch, [run_carefully(launch, make_worker(launch), 0, launch.blocks)])
        outcome.way += f", after workers met in a word {_way(rows, teams)}"
        return outcome
    outcome = gather(
        launch,
        [team.careful for team in teams if team.careful is not None],
        [team.fast for team in teams if team.fast is not None],
    )
    outcome.way = _way(rows, teams)
    for team in teams:
        if rows is not None and team.fast is not None:
            give_back(launch, rows, team.fast)
    return outcome


def _way(rows: RowTranslation | None, teams: Sequence[_Team]) -> str:
    on = f"on {len(teams)} host thread{'s' * (len(teams) > 1)}"
    if rows is None:
        return f"thread by thread {on}"
    returned = sum(team.experience.returned for team in teams)
    tired = ", and others no longer tried" if any(team.experience.tired for team in teams) else ""
    return f"in rows of {rows.width} {on}, {returned} blocks given back{tired}"


def _spread(jobs: Sequence[Callable[[], _Team]]) -> list[_Team]:
    if len(jobs) == 1:
        return [jobs[0]()]
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [job.result() for job in [pool.submit(job) for job in jobs]]


def run_carefully(launch: Launch, worker: Worker, first: int, last: int) -> Worker:
    """Run blocks `first` to `last` thread by thread, or until one of them is aborted."""
    if launch.translation.traits.turns and last - first > 1 and not worker.aborted:
        worker.aborted = not take_turns(launch, worker, first, last)
        return worker
    code, context, block = launch.translation.code, worker.context.ctypes.data, first
    while block < last and not worker.aborted:
        upto = _upto(code, block - first, block, last)
        worker.aborted = bool(code.run(context, block, upto))
        block = upto
    return worker


def _upto(code: MachineCode, done: int, block: int, last: int) -> int:
    """Where to look up from running blocks: a few at a time at first, so that better code can take over in between."""
    stretch = code.stretch(done)
    return last if stretch is None else min(last, block + stretch)


def _run_team(launch: Launch, rows: RowTranslation | None, first: int, last: int, any_order: bool) -> _Team:
    team = _Team(blocks=(first, last))
    if rows is None:
        team.careful = run_carefully(launch, make_worker(launch), first, last)
        return team
    team.fast = make_row_worker(launch, rows)
    for begin, end in _in_panels(launch.grid[0], first, last) if any_order else [(first, last)]:
        if not _run_in_rows(launch, rows, team, begin, end):
            break
    return team


def _in_panels(across: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Blocks in an order by which those that read the same columns soon follow: all rows of a few blocks each."""
    for left in range(0, across, PANEL):
        for row in range(first - first % across, last, across):
            begin, end = max(first, row + left), min(last, row + min(left + PANEL, across))
            if begin < end:
                yield begin, end


def _run_in_rows(launch: Launch, rows: RowTranslation, team: _Team, block: int, end: int) -> bool:
    """Blocks up to `end`, those that are given back thread by thread; whether the launch goes on."""
    assert team.fast is not None
    experience = team.experience
    while block < end:
        if not experience.tired:
            upto = _upto(rows.code, experience.tried, block, end)
            came = rows.code.run(team.fast.context.ctypes.data, block, upto)
            if came < 0:
                team.given_up = True
                return False
            experience.tried += came - block
            block = came
            if block == upto:
                continue
            experience.returned += 1
        team.careful = team.careful or make_worker(launch)
        upto = end if experience.tired else block + 1
        run_carefully(launch, team.careful, block, upto)
        if team.careful.aborted:
            return False
        experience.tried += 0 if experience.tired else 1
        block = upto
    return True


def _touched(launch: Launch, worker: Worker, buffer: int, granules: int) -> tuple[np.ndarray, np.ndarray]:
    """Granules of a buffer that a careful worker wrote, and that it wrote or read."""
    shadow = launch.translation.shadow["global"]
    stamps, column = worker.shadows[buffer][:granules], shadow.fields["write"] // 8
    wrote = stamps[:, column] > EARLIER
    return wrote, wrote | (np.delete(stamps, column, axis=1) != 0).any(axis=1)


def _conflict(launch: Launch, teams: Sequence[_Team]) -> bool:
    """Whether a word that one worker wrote was touched by another."""
    shadow = launch.translation.shadow["global"]
    workers = sum((team.fast is not None) + (team.careful is not None) for team in teams)
    if workers < 2 or "write" not in shadow.fields:
        return False
    for number, buffer in enumerate(launch.memory.buffers):
        words = -(-len(buffer.data) // 4)
        written = np.zeros(words, bool)
        touched = np.zeros(words, bool)
        for team in teams:
            for wrote, met in _marks(launch, team, number, words):
                if (wrote & touched).any() or (met & written).any():
                    return True
                written |= wrote
                touched |= met
    return False


def _marks(launch: Launch, team: _Team, number: int, words: int) -> list[tuple[np.ndarray, np.ndarray]]:
    marks = []
    if team.fast is not None:
        flags = team.fast.flags[number][:words]
        marks.append(((flags & ROW_WRITTEN) != 0, (flags & (ROW_READ | ROW_WRITTEN)) != 0))
    if team.careful is not None:
        granule = launch.translation.shadow["global"].granule
        size = len(launch.memory.buffers[number].data)
        wrote, met = _touched(launch, team.careful, number, -(-size // granule))
        if granule < 4:
            starts = np.arange(0, len(wrote), 4 // granule)
            wrote, met = (np.logical_or.reduceat(part, starts) if len(part) else part for part in (wrote, met))
        marks.append((wrote, met))
    return marks

"""Run all hostile programs of `tests/programs/attacks` and write docs/evidence/program-attacks.md: what came of them.

    python scripts/attack_programs.py [FAMILY or NAME…]

With families or names, only those run, and the page keeps what it says of the others. All take seven to fifteen
minutes on two cores.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.programs.attacks import FORGING, Attack, Outcome, attacks, grade_together, run_alone
from tests.programs.conftest import KEPT

PAGE = ROOT / "docs" / "evidence" / "program-attacks.md"
FAMILIES = {
    "files": "Files, folders, devices and the environment: reading, writing, links, `/proc`",
    "processes": "Processes, signals, `ptrace`, namespaces, limits, calls by number and by assembly",
    "network": "Sockets of every family, descriptors over the connection",
    "protocol": "Messages to the server that the runtime does not send; shared memory that changes",
    "calls": "Calls of the runtime and kernels with sizes, pointers and handles that no program gives",
    "compiling": "Source that reads files, changes the linking, or never ends compiling",
    FORGING: "Scores: programs graded in a lab, in one batch with honest ones between",
}
_ROW = re.compile(r"^\| ([\w-]+) \| (.* \| (?:yes|no)) \|$", re.MULTILINE)
_HONEST = re.compile(r"^Honest programs .*$", re.MULTILINE)
OPENING = """\
# Attacks on whole programs

`python scripts/attack_programs.py` writes this page: the hostile programs of `tests/programs/attacks`, and what came of
them. After each, the following must hold: no file outside the program's folder was read or written, the secret in the
environment of the grader's process came out nowhere, no process is left, the grader ended as it should, and in a lab
no score was forged and all honest programs have their points. {runs}

| | tried | held |
|---|---|---|
"""
IN_ONE_RUN = "All rows are of one run."
IN_SEVERAL = "A row is of the last run of its attack."
CLOSING = """\

## What is not prevented

- A program sees that a file is there, and its size, if it knows the path: Landlock has no rule for `stat`. It cannot
  list folders or open files.
- Root has no limit of threads (`RLIMIT_NPROC` does not hold for it): grade as another user, or in a container that has
  one.
- Without Landlock or seccomp (`python -m grader doctor` says so) a program runs with the walls that are there, and the
  report names those that are missing.
- A lab's program may compute on the host what a kernel should, and launch a kernel that does as much for nothing: only
  a requirement can tell, such as counts of stores or of floating-point operations.
- A submission that calls a function which is not there is not graded, and costs no points: the gradebook shows it.
"""


def main(wanted: list[str]) -> int:
    """Run them, two at a time. Return 0 if all held."""
    every = attacks()
    chosen = [attack for attack in every if not wanted or {attack.family, attack.name} & {*wanted}]
    KEPT.mkdir(mode=0o700, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="grader-attacks-") as folder, ThreadPoolExecutor(2) as pool:
        alone = [attack for attack in chosen if attack.family != FORGING]
        found = list(pool.map(lambda attack: one(attack, Path(folder, attack.name)), alone))
        forging = [attack for attack in chosen if attack.family == FORGING]
        outcomes, honest = grade_together(forging, Path(folder, "batch"), KEPT) if forging else ({}, {})
    done = {**dict(zip([attack.name for attack in alone], found, strict=True)), **outcomes}
    for name, outcome in done.items():
        for broken in outcome.broken:
            print(f"{name}: {broken}", file=sys.stderr)
    before = PAGE.read_text(encoding="utf-8") if wanted else ""
    rows = dict(_ROW.findall(before)) | {
        name: f"{each.ended} | {'no' if each.broken else 'yes'}" for name, each in done.items()
    }
    marks = ", ".join({f"{each:g}" for each in honest.values()})
    told = f"Honest programs in the batch: {len(honest)}, with {marks} of 100 points."
    told = told if honest else "".join(_HONEST.findall(before))
    text = page(every, rows, told, IN_SEVERAL if wanted else IN_ONE_RUN)
    PAGE.write_text(text, encoding="utf-8")
    return int(any(outcome.broken for outcome in done.values()) or {*honest.values()} not in ({100.0}, set()))


def one(attack: Attack, folder: Path) -> Outcome:
    """Run one, and say how it went."""
    outcome = run_alone(attack, folder, KEPT)
    print(f"{attack.family} {attack.name}: {outcome.ended}, {outcome.seconds:.1f} s", flush=True)
    return outcome


def page(every: list[Attack], outcomes: dict[str, str], honest: str, runs: str) -> str:
    """Return the page's text: of each attack the two last columns of its row, a sentence of the honest programs, and
    one of how many runs the rows are.
    """
    tried = Counter(attack.family for attack in every)
    held = Counter(attack.family for attack in every if outcomes[attack.name].endswith("| yes"))
    rows = [f"| {title} | {tried[family]} | {held[family]} |" for family, title in FAMILIES.items()]
    rows.append(f"| together | {tried.total()} | {held.total()} |")
    rows.append(f"\n{honest}")
    parts = [OPENING.format(runs=runs) + "\n".join(rows)]
    for family in FAMILIES:
        ends = [f"| {each.name} | {outcomes[each.name]} |" for each in every if each.family == family]
        parts.append("\n".join([f"## {family}.cu", "", "| | ended with | held |", "|---|---|---|", *ends]))
    return "\n\n".join(parts) + "\n" + CLOSING


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

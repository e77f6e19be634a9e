"""Hostile programs, by family as files in `attacks/`, and what must hold after each.

A family's file has one attack after `//! NAME EXPECTED`. Statements without a `main` become its body. What is
expected is the kind of a finding, or one of

    (nothing)   the program runs to its end and prints `held`: each of its attempts fails
    refused     it is not run, or not graded: it asks for what is not there
    any         it may end in any way

The attacks of `forging.cu` are graded in a lab, those of the other families run alone.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.results import Results, Severity

FOLDER = Path(__file__).parent / "attacks"
ROOT = Path(__file__).parents[2]
LAB = ROOT / "labs" / "vector_addition_program"
FORGING = "forging"
SECONDS = 2
"""Of processor time for each program; by the clock it is five times that."""
_LONGEST = 150
_MARK = re.compile(r"^//! (\S+) ?(\S*)$\n", re.MULTILINE)
_SECRET, _CANARY = "the-secret-of-the-parent-7f3a", "the-text-of-the-canary-91bc"
_MADE = ("attack-made.txt", "attack-made", "results.json")
_OBEYED, _SCRIPT = ("\033[2J", "\033]0;", "\n::error"), "<script>alert"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One program, with CANARY and ASSIGNMENT still to be named."""

    family: str
    name: str
    expected: str
    text: str

    @property
    def file(self) -> str:
        """The file's name; processes are known by it."""
        return f"{self.name}.cu"


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What came of one attack; `broken` says what did not hold."""

    ended: str
    broken: list[str] = field(default_factory=list)
    seconds: float = 0.0


def attacks() -> list[Attack]:
    """All, by family."""
    return [attack for path in sorted(FOLDER.glob("*.cu")) for attack in _of_family(path)]


def _of_family(path: Path) -> list[Attack]:
    _, *parts = _MARK.split(path.read_text(encoding="utf-8"))
    heads = ("prelude.h", "forging.h") if path.stem == FORGING else ("prelude.h",)
    common = "".join((FOLDER / head).read_text(encoding="utf-8") for head in heads)
    return [
        Attack(family=path.stem, name=name, expected=expected, text=common + _whole(body))
        for name, expected, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def _whole(body: str) -> str:
    return body if re.search(r"\bmain\b", body) else f"int main(int argc, char **argv) {{\n{body}return 0;\n}}\n"


class Place:
    """A folder for programs, with the canary beside it."""

    def __init__(self, folder: Path) -> None:
        self.work, self.canary = folder / "work", folder / "outside" / "canary.txt"
        self.work.mkdir(parents=True)
        self.canary.parent.mkdir()
        self.canary.write_text(_CANARY, encoding="utf-8")
        (self.work / "beside.h").write_text("", encoding="utf-8")
        for link in ("link-to-canary", "own.h"):
            (self.work / link).symlink_to(self.canary)

    def put(self, attack: Attack, folder: Path | None = None) -> Path:
        """Write a program; return its path."""
        named = {"CANARY": f'"{self.canary}"', "ASSIGNMENT": f'"{LAB}"', '"ATTACK_FILE"': f'"{attack.file}"'}
        text = re.sub(r'"ATTACK_FILE"|\b(?:CANARY|ASSIGNMENT)\b', lambda found: named[found[0]], attack.text)
        path = (folder or self.work) / attack.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def told(self, printed: str, *texts: str) -> list[str]:
        """What of the secrets came out, and what did not hold by the program's own word."""
        broken = [f"{word} came out" for word in (_SECRET, _CANARY) if any(word in text for text in (printed, *texts))]
        return broken + re.findall(r"^BROKEN: .*", printed, re.MULTILINE)[:5]

    def changed(self) -> list[str]:
        """What is not as it was outside."""
        broken = [] if self.canary.read_text(encoding="utf-8") == _CANARY else ["the canary was changed"]
        made = [path for name in _MADE for path in (Path("/tmp", name), self.canary.parent / name) if path.exists()]
        return broken + [f"{path} was made" for path in made]


def run_alone(attack: Attack, folder: Path, kept: Path) -> Outcome:
    """Run one with `python -m grader run`. `kept` is where built libraries lie."""
    place, out = Place(folder), folder / "report"
    path = place.put(attack)
    done, seconds = _grader(["run", "--seconds", str(SECONDS), "--out", str(out), path.name], place.work, kept)
    results = Results.load(out / "results.json") if (out / "results.json").is_file() else None
    pages = [each.read_text(encoding="utf-8") for each in out.glob("*")] if out.is_dir() else []
    found = sorted({each.kind.value for each in results.findings if each.severity is Severity.ERROR}) if results else []
    ended = ", ".join(found) or ("refused" if done.returncode == 2 else f"exit code {done.returncode}")
    broken = [
        *place.told(done.stdout + done.stderr, *pages), *place.changed(), *_left(attack),
        *(f"{word!r} in the summary" for word in _OBEYED if word in done.stderr), *_scripts(out),
    ]  # fmt: skip
    if done.returncode == 3 or "Traceback" in done.stderr:
        broken.append(f"the grader failed: {done.stderr.strip()[-300:]}")
    if not _as_expected(attack, done, found):
        broken.append(f"expected {attack.expected or 'held'}: {ended}: {(done.stdout + done.stderr).strip()[-300:]}")
    return Outcome(ended=ended, broken=broken, seconds=seconds)


def _as_expected(attack: Attack, done: subprocess.CompletedProcess[str], found: Sequence[str]) -> bool:
    if attack.expected in ("", "any"):
        return attack.expected == "any" or ("held" in done.stdout and not {"tampering", "timeout"} & {*found})
    if attack.expected == "refused":
        return done.returncode == 2
    return attack.expected in found or (attack.expected == "crash" and ("host-crash" in found or done.returncode > 128))


def grade_together(
    chosen: Sequence[Attack], folder: Path, kept: Path, every: int = 8
) -> tuple[dict[str, Outcome], dict[str, float]]:
    """Grade attacks in one batch, with the solution before each `every` of them: their outcomes, and its scores."""
    place, hand_in, out = Place(folder), folder / "submissions", folder / "grades"
    lab = shutil.copytree(LAB, folder / "lab")
    with (lab / "config.yaml").open("a", encoding="utf-8") as config:
        config.write(f"limits: {{seconds: {SECONDS}}}\n")
    honest = []
    for number, attack in enumerate(chosen):
        if number % every == 0:
            honest.append(f"student{number:03}-honest")
            (hand_in / honest[-1]).mkdir(parents=True)
            shutil.copy(LAB / "reference" / "solution.cu", hand_in / honest[-1] / "add.cu")
        place.put(attack, hand_in / f"student{number:03}-x-{attack.name}")
    done, seconds = _grader(
        ["batch", str(hand_in), "--assignment", str(lab), "--out", str(out), "--jobs", "2"], folder, kept,
        longest=_LONGEST * max(1, len(chosen)) + 60,
    )  # fmt: skip
    outcomes = {}
    for number, attack in enumerate(chosen):
        at = out / f"student{number:03}-x-{attack.name}"
        texts = [each.read_text(encoding="utf-8") for each in at.glob("*") if each.is_file()]
        results = Results.load(at / "results.json") if (at / "results.json").is_file() else None
        broken = [*place.told(results.output if results else "", *texts), *_left(attack)]
        if results is None:
            broken.append(f"no results: {done.stderr[-300:]}")
        elif (
            results.passed
            or results.score > results.max_score * 0.7
            or results.fault
            or (results.refused is not None) != (attack.expected == "refused")
        ):
            broken.append(f"{results.score:g} of {results.max_score:g}, {results.fault or results.refused}")
        broken += _scripts(at)
        kinds = (
            sorted({each.kind.value for each in results.findings if each.severity is Severity.ERROR}) if results else []
        )
        score = f"{results.score:g} of {results.max_score:g}: " if results else ""
        ended = "not graded" if results and results.refused else score + ", ".join(kinds)
        outcomes[attack.name] = Outcome(ended=ended, broken=broken, seconds=seconds / len(chosen))
    if done.returncode or place.changed():
        outcomes["batch"] = Outcome(ended=str(done.returncode), broken=[done.stderr[-500:], *place.changed()])
    return outcomes, {name: Results.load(out / name / "results.json").score for name in honest}


def _grader(
    words: Sequence[str], folder: Path, kept: Path, longest: float = _LONGEST
) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run a command of the grader, at most so long; return it, and its seconds."""
    began = time.monotonic()
    environment = {**os.environ, "XDG_CACHE_HOME": str(kept), "PARENT_SECRET": _SECRET, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True,
    )  # fmt: skip
    try:
        output, errors = process.communicate(timeout=longest)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        errors += f"\nTraceback: no end within {longest:g} s"
    return subprocess.CompletedProcess(words, process.returncode, output, errors), time.monotonic() - began


def _scripts(report: Path) -> list[str]:
    pages = [page for page in report.glob("*.html") if _SCRIPT in page.read_text(encoding="utf-8")]
    return [f"a script in {page.name}" for page in pages]


def _left(attack: Attack) -> list[str]:
    """The processes of a program that are still there."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(attack.file.encode() + b"\0"):
                found.append(f"process {path.parent.name} is still there")
        except OSError:
            continue
    return found

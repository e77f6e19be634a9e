"""Grade the same kernels with another commit's grader and with this checkout's, and list every difference.

    python scripts/same_results.py COMMIT [--only GLOB] [--jobs N] [--keep FOLDER]

Compared are results.json, the text of each page, the class pages and gradebooks, and what commands print. Both
graders read the material of COMMIT: `reference/`, `examples/`, `labs/` with their mistakes, `benchmarks/causes` and one
class of 40. Times are removed first. The exit code is 1 where anything differs. COMMIT may be a folder as well.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLASS_SIZE = 40
PRINTED_OF_EACH = 4
"""Kernels of each assignment that are graded by `grade` as well, for what it prints."""
CHECKS = (
    ("scale.cu", "scale<<<4, 256>>>(x: float[1000], 2.0f, 1000)"),
    ("scale.cu", "scale<<<4, 256>>>(x: float[1024], 2.0f, 1024)"),
)
SCALE = """__global__ void scale(float *x, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) x[i] = factor * x[i];
}
"""
TIMED_KEYS = {"seconds", "execution_time"}
TIMES = re.compile(
    r"\b\d+(?:\.\d+)?(?:e-?\d+)?[ \u00a0]?(?:s|ms|µs|seconds?|minutes?)\b"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?"
)


@dataclass(frozen=True, slots=True)
class Group:
    """Kernels of one assignment, graded as a class. Paths lie in the material, which both graders read."""

    name: str
    assignment: Path
    kernels: tuple[Path, ...]


def groups(material: Path) -> Iterator[Group]:
    """Yield every assignment of the material with its own kernels, then the causes, then one class of 40."""
    folders = [material, *sorted((material / "examples").glob("*/")), *sorted((material / "labs").glob("*/"))]
    for folder in folders:
        kernels = [path for part in ("reference", "starter") for path in sorted((folder / part).rglob("*.cu"))]
        name = "main" if folder == material else f"{folder.parent.name}-{folder.name}"
        yield Group(name, folder, tuple(kernels))
    causes = tuple(sorted((material / "benchmarks" / "causes" / "kernels").glob("*.cu")))
    yield Group("causes", material, causes)
    mixed = [material / "reference" / "tiled.cu", *causes[:: max(1, len(causes) // CLASS_SIZE)]]
    yield Group("class", material, tuple((mixed * 2)[:CLASS_SIZE]))


def hand_in(group: Group, folder: Path) -> Path:
    """Copy the kernels as files of students; a last comment tells each from what the assignment gave out."""
    folder.mkdir(parents=True)
    for number, kernel in enumerate(group.kernels):
        text = kernel.read_bytes() + b"\n// handed in\n"
        (folder / f"{number:03d}-{kernel.stem}.cu").write_bytes(text)
    return folder


def run(tree: Path, folder: Path, *words: str) -> str:
    """Return what `python -m grader` of a checkout prints, with its exit code."""
    libraries = os.pathsep.join(filter(None, [str(tree), os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, "PYTHONPATH": libraries, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    command = [sys.executable, "-m", "grader", *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    return f"{done.stdout}\n{done.stderr}\nexit code {done.returncode}\n"


def made_by(tree: Path, group: Group, students: Path, out: Path, jobs: int) -> dict[str, str]:
    """Grade a group with one checkout; return everything that it made as text, times removed."""
    said = run(
        tree, students, "batch", str(students), "--assignment", str(group.assignment), "--layout", "files",
        "--out", str(out), "--device", "cpu", "--seed", "1", "--jobs", str(jobs), "--replays", "all", "--quiet",
    )  # fmt: skip
    made = {"batch": said}
    if len(list(out.glob("*/results.json"))) < len(group.kernels):
        raise SystemExit(f"{tree}: of {len(group.kernels)} kernels of {group.name} not all were graded:\n{said}")
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if name.startswith(".grader") or path.is_dir():
            continue
        if path.suffix == ".json":
            made[name] = json.dumps(without_times(json.loads(path.read_text(encoding="utf-8"))), indent=1)
        elif path.suffix == ".html":
            made[name] = page_text(path.read_text(encoding="utf-8"))
        elif path.suffix == ".csv":
            made[name] = path.read_text(encoding="utf-8")
    if group.name not in ("causes", "class"):
        for path in sorted(students.glob("*.cu"))[:: max(1, len(group.kernels) // PRINTED_OF_EACH)]:
            made[f"terminal {path.stem}"] = run(
                tree, students, path.name, "--assignment", str(group.assignment), "--device", "cpu", "--seed", "1",
                "--out", str(out / "one"), "--verbose",
            )  # fmt: skip
    return {name: TIMES.sub("#", text.replace(str(out), "OUT")) for name, text in made.items()}


def commands_made_by(tree: Path, material: Path, folder: Path) -> dict[str, str]:
    """Return what the commands beside `grade` and `batch` print."""
    folder.mkdir(parents=True)
    (folder / "scale.cu").write_text(SCALE, encoding="utf-8")
    made = {f"check {launch}": run(tree, folder, "check", file, launch, "--out", "out") for file, launch in CHECKS}
    traced = ("trace", str(material / "reference" / "tiled.cu"), "--assignment", str(material))
    made["trace"] = run(tree, folder, *traced, "--shape", "4,4,4", "--tile-width", "2")
    for example in sorted((material / "examples").glob("*/")):
        made[f"selfcheck {example.name}"] = run(tree, folder, "selfcheck", "--assignment", str(example))
    return {name: TIMES.sub("#", text) for name, text in made.items()}


def without_times(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in TIMED_KEYS}
    if isinstance(value, list):
        return [without_times(each) for each in value]
    return value


class _Words(HTMLParser):
    """Collects the words of a page and its data, but no style and no program."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._skipped = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._skipped = tag == "style" or (tag == "script" and given.get("type") != "application/json")
        self.words += [f"[{key}] {given[key]}" for key in ("title", "alt", "aria-label") if given.get(key)]

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._skipped = False

    def handle_data(self, data: str) -> None:
        if not self._skipped and data.strip():
            self.words.append(" ".join(data.split()))


def page_text(html: str) -> str:
    """Return the text of a page, a line for each element, and the data that it carries."""
    reader = _Words()
    reader.feed(html)
    return "\n".join(reader.words)


def differences(before: dict[str, str], after: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each thing that differs and a diff of it."""
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            old, new = before.get(name, ""), after.get(name, "")
            yield name, "\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))


@contextlib.contextmanager
def checkout(commit: str, folder: Path) -> Iterator[Path]:
    """Give a checkout of the commit, which goes with the folder; a folder is taken as it is."""
    if Path(commit).is_dir():
        yield Path(commit).resolve()
        return
    tree = folder / "before"
    subprocess.run(["git", "-C", str(ROOT), "worktree", "add", "-q", "--detach", str(tree), commit], check=True)
    try:
        yield tree
    finally:
        subprocess.run(["git", "-C", str(ROOT), "worktree", "remove", "--force", str(tree)], check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many things were compared and how many differ."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("commit", metavar="COMMIT")
    parser.add_argument("--only", default="*", metavar="GLOB", help="groups by name: main, causes, labs-*, commands")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep diffs here")
    options = parser.parse_args(arguments)
    compared = differing = 0
    with tempfile.TemporaryDirectory() as name, checkout(options.commit, Path(name)) as before:
        temporary = Path(name)
        for group in [*groups(before), None]:
            title = group.name if group else "commands"
            if not fnmatch(title, options.only):
                continue
            if group:
                students = hand_in(group, temporary / title / "in")
                old, new = (
                    made_by(tree, group, students, temporary / title / side, options.jobs)
                    for tree, side in ((before, "old"), (ROOT, "new"))
                )
            else:
                old, new = (
                    commands_made_by(tree, before, temporary / title / side)
                    for tree, side in ((before, "old"), (ROOT, "new"))
                )
                old, new = ({key: text.replace(str(before), "") for key, text in made.items()} for made in (old, new))
            found = list(differences(old, new))
            compared, differing = compared + len(old.keys() | new.keys()), differing + len(found)
            print(f"{title}: {len(old)} compared; {len(found)} differ", flush=True)
            for thing, diff in found:
                print(f"  {thing}: {sum(line[:1] in '+-' for line in diff.splitlines()) - 2} lines", flush=True)
                if options.keep:
                    path = options.keep / title / f"{thing.replace('/', ' ')}.diff"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(diff + "\n", encoding="utf-8")
            shutil.rmtree(temporary / title)
    print(f"{compared} compared; {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())

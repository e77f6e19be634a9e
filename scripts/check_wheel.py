"""Build the wheel, install it into an environment of its own, and grade a kernel there, far from the repository.

    python scripts/check_wheel.py

Needs the network once, for setuptools. What the wheel says that it needs is linked from the environment that runs this:
a package that only the tests bring is not there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILT_OF = ("grader", "pyproject.toml", "README.md", "LICENSE")
NOT_OURS = shutil.ignore_patterns("__pycache__", "*.pyc")
CASE = "one-cell@16"


def build(folder: Path) -> Path:
    """The wheel, of a copy of the sources: what an earlier build left in the repository is not packed again."""
    sources = folder / "sources"
    sources.mkdir()
    for name in BUILT_OF:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, sources / name, ignore=NOT_OURS)
        else:
            shutil.copy(ROOT / name, sources)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, sources, at=folder)
    (wheel,) = folder.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    written = {path.relative_to(sources).as_posix() for path in (sources / "grader").rglob("*") if path.is_file()}
    if packed != written:
        raise SystemExit(f"missing in the wheel: {sorted(written - packed)}; too much: {sorted(packed - written)}")
    print(f"{wheel.name}: {len(packed)} files, {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The interpreter of a new environment that holds the wheel and what it says that it needs, and nothing else."""
    home = folder / "environment"
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel, at=folder)
    packages = Path(ask(python, "import sysconfig; print(sysconfig.get_path('purelib'))", at=folder))
    (ours,) = Distribution.discover(name="cuda-grader", path=[str(packages)])
    linked: set[str] = set()
    link_needed(ours, packages, linked)
    print(f"with {len(linked)} packages: {', '.join(sorted(linked))}")
    run(python, "-m", "pip", "check", at=folder)
    return python


def link_needed(needing: Distribution, packages: Path, linked: set[str]) -> None:
    """Put what a distribution needs beside it, from here; `pip check` then tells what is not here either."""
    for requirement in needing.requires or ():
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower()
        found = next(iter(Distribution.discover(name=name)), None)
        if found is None or name in linked or re.search(r"\bextra\s*==", requirement):
            continue
        linked.add(name)
        for file in found.files or ():
            source = Path(str(found.locate_file(file)))
            if ".." not in file.parts and source.is_file():
                link(source, packages / file)
        link_needed(found, packages, linked)


def link(source: Path, target: Path) -> None:
    """The same file a second time; a copy where another file system begins in between."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def grade(python: Path, folder: Path) -> None:
    """A new assignment, its reference handed in, one case: all as someone has it who never saw the repository."""
    where = Path(ask(python, "import grader; print(grader.__file__)", at=folder))
    if folder.resolve() not in where.resolve().parents:
        raise SystemExit(f"not the wheel's package: {where}")
    version = ask(python, "from importlib.metadata import version; print(version('cuda-grader'))", at=folder)
    for command in ([python, "-m", "grader"], [python.with_name("grader")]):
        if run(*command, "--version", at=folder).strip() != f"grader {version}":
            raise SystemExit(f"{command} tells another version than {version}")
    run(python, "-m", "grader", "init", "course", at=folder)
    shutil.copy(folder / "course" / "reference" / "tiled.cu", folder / "course" / "starter" / "matmul.cu")
    words = ("--assignment", "course", "--case", CASE, "--device", "cpu", "--out", "report")
    print(run(python, "-m", "grader", "course/starter/matmul.cu", *words, at=folder).strip())
    results = json.loads((folder / "report" / "results.json").read_text(encoding="utf-8"))
    if not (results["passed"] and results["environment"]["grader"] == version and results["cases"]):
        raise SystemExit(f"graded wrongly: {results['verdict']}")
    run(python, "-m", "grader", "package", "gradescope", "--assignment", "course", "--out", "upload.zip", at=folder)
    needed = zipfile.ZipFile(folder / "upload.zip").read("requirements.txt").decode()
    if "llvmlite" not in needed or "pytest" in needed:
        raise SystemExit(f"what an autograder would install: {needed}")
    print(f"cuda-grader {version} grades, and packages itself for Gradescope")


def run(*command: str | Path, at: Path) -> str:
    """What a command prints, in a folder where nothing of the repository is found by chance; ends where it fails."""
    left_out = ("PYTHON", "GRADER", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    done = subprocess.run([str(word) for word in command], cwd=at, env=kept, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def ask(python: Path, code: str, *, at: Path) -> str:
    """What a line of Python prints in that environment."""
    return run(python, "-c", code, at=at).strip()


def main() -> None:
    """Build, install, grade; the exit status is 0 when all of it went well."""
    with tempfile.TemporaryDirectory(prefix="grader-wheel-") as name:
        folder = Path(name).resolve()
        grade(install(build(folder), folder), folder)


if __name__ == "__main__":
    main()

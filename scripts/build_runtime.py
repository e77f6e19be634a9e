"""Compile the emulator's runtime, the C in `grader/emulator/native/`, to the LLVM IR beside it and a table of records.

    python scripts/build_runtime.py [--into FOLDER]

Needs `ziglang` (the extra `clang`), whose Clang is asked for plain 64-bit code with nothing of a platform in it: IR
that x86-64 and ARM64 run alike. What the oldest llvmlite that is supported would not read is taken out. The files made
are committed; a test makes them again and compares.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

EMULATOR = Path(__file__).parents[1] / "grader" / "emulator"
NATIVE = EMULATOR / "native"
HEADER = "records.h"
# The release that the committed files were made with: another one may write the same functions in other words.
CLANG = "22.1.8"

# Attributes of parameters, results and functions: `zeroext` would have to stand at every call that a kernel's own IR
# makes, and making machine code asks for none of the others.
_ATTRIBUTES = re.compile(
    r" (?:noundef|nonnull|nofree|noalias|readonly|readnone|writeonly|zeroext|signext|immarg|returned|dso_local|fastcc"
    r"|(?:local_)?unnamed_addr|(?<!, )align \d+|#\d+"
    r"|(?:captures|dereferenceable|dereferenceable_or_null|range|initializes)\((?:[^()]|\([^()]*\))*\))(?=[ ,)\n])"
)
_METADATA = re.compile(r"(?:, ![\w.]+ !\d+)+$| +;.*$", re.MULTILINE)
_NO_CODE = re.compile(
    r"^(?:;|source_filename|target |attributes |!|.*@llvm\.(?:lifetime|experimental\.noalias)\.).*\n", re.MULTILINE
)


def clang(*arguments: str) -> str:
    """What ziglang's Clang prints: its compiler proper, which looks at no file of this machine but its own headers."""
    import ziglang

    headers = Path(ziglang.__file__).parent / "lib" / "include"
    command = [
        sys.executable, "-m", "ziglang", "clang", "-cc1", "-triple", "x86_64-unknown-none", "-std=c23",
        "-ffreestanding", "-ffp-contract=off", "-internal-isystem", str(headers), "-I", str(NATIVE), "-Wall", "-Wextra",
        "-Werror", *arguments,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


def release() -> str:
    """The release of that Clang."""
    command = [sys.executable, "-m", "ziglang", "clang", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[2]


def compiled(source: Path) -> str:
    """A file's IR: small, since each kernel that calls it pays for making machine code."""
    return cleaned(clang("-Oz", "-relaxed-aliasing", "-discard-value-names", "-emit-llvm", "-o", "-", str(source)))


def cleaned(text: str) -> str:
    """Return IR of functions that are called only inside the module, in words that LLVM 20 knows."""
    for number in re.findall(r"^attributes #(\d+) = \{[^}]*\bstrictfp\b", text, re.MULTILINE):
        text = re.sub(rf" #{number}(?=[ ,)\n])", " strictfp", text)
    text = _ATTRIBUTES.sub("", _METADATA.sub("", _NO_CODE.sub("", text)))
    text = re.sub(r"^define (?:internal )?", "define internal ", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def tables() -> str:
    """`records.py`: what the compiler says of the structures and numbers of the header."""
    header = f'#include "{HEADER}"\n'
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "records.c"
        source.write_text(header)
        tree = json.loads(clang("-fsyntax-only", "-ast-dump=json", str(source)))
        records, names = dict(structures(tree)), list(numbers(tree))
        source.write_text(header + "".join(f"{line}\n" for line in questions(records, names)))
        said = clang("-emit-llvm", "-o", "-", str(source))
    answers = dict(re.findall(r"^@(\w+) = .*constant i64 (-?\d+)", said, re.MULTILINE))
    lines = [f'"""What the compiler says of `{HEADER}`: `scripts/build_runtime.py` writes this file."""', ""]
    read = names_read()
    lines += [f"{name} = {answers[f'number_{name}']}" for name in sorted(names) if read(name)]
    for record in sorted(records):
        name = spelled(record)
        if read(f"{name}_BYTES"):
            lines.append(f"{name}_BYTES = {answers[f'size_{record}']}")
        if read(name):
            fields = " ".join(f'"{field}":~{answers[f"offset_{record}_{field}"]},' for field in records[record])
            lines += [f"{name} = {{", *textwrap.wrap(fields, 116, initial_indent="    ", subsequent_indent="    ")]
            lines[-1] += "\n}  # fmt: skip"
    return "\n".join(lines).replace("~", " ") + "\n"


def names_read() -> Callable[[str], bool]:
    """Whether the emulator's Python says a name, or the part of it before what a run adds (`ELEMENT_{…}`)."""
    texts = [path.read_text(encoding="utf-8") for path in EMULATOR.rglob("*.py") if path.name != "records.py"]
    words = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", "".join(texts)))
    return lambda name: any(name.startswith(word) if word.endswith("_") else name == word for word in words)


def structures(tree: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Each structure's name and its fields'; a field of single bits has no offset of its own."""
    for node in tree["inner"]:
        if node["kind"] == "RecordDecl" and node.get("completeDefinition") and "name" in node:
            fields = [each for each in node["inner"] if each["kind"] == "FieldDecl" and not each.get("isBitfield")]
            yield node["name"], [each["name"] for each in fields]


def numbers(tree: dict[str, Any]) -> Iterator[str]:
    """The names of all enumerators."""
    for node in tree["inner"]:
        if node["kind"] == "EnumDecl":
            yield from (each["name"] for each in node["inner"] if each["kind"] == "EnumConstantDecl")


def questions(records: dict[str, list[str]], names: Iterable[str]) -> Iterator[str]:
    """Constants in C whose values are the answers."""
    for name in names:
        yield f"const long long number_{name} = (long long)({name});"
    for record, fields in records.items():
        yield f"const long long size_{record} = sizeof(struct {record});"
        for field in fields:
            yield f"const long long offset_{record}_{field} = offsetof(struct {record}, {field});"


def spelled(name: str) -> str:
    """`BufferRow` is `BUFFER_ROW`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


def build() -> dict[str, str]:
    """The content of each file that is made, by name."""
    made = {
        source.relative_to(NATIVE).with_suffix(".ll").as_posix(): compiled(source)
        for source in sorted(NATIVE.rglob("*.c"))
    }
    return made | {"records.py": tables()}


def main() -> None:
    """Write what `build` makes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--into", type=Path, default=NATIVE, metavar="FOLDER")
    folder = parser.parse_args().into
    for name, text in build().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10)):,} lines")


if __name__ == "__main__":
    main()

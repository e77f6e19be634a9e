"""The host half of a program: prepare its text, compile it with Clang, link it with the runtime. All from `ziglang`.

The C and C++ libraries are built once per user, from `ziglang`'s own sources, and kept with the runtime. What a
student wrote is compiled and linked in a child process with walls, which reads them and writes to its own folder alone.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import platform
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cache import MOST_BYTES, digest, keep, kept_folder, recall
from grader.compiling.clang import clang_program
from grader.compiling.headers import library_folders
from grader.compiling.lexer import lex, normalize
from grader.compiling.values import CompilerUnavailableError
from grader.edits.change import Edit, SwitchedSource, compile_together, make_host_unit
from grader.errors import NotCompiledError, NotSupportedError, UsageError
from grader.files import write_whole
from grader.processes.child import die_with_parent, limit
from grader.processes.sandbox import restrict
from grader.programs.calls import Place
from grader.programs.sources import INCLUDE, Known, Source
from grader.version import __version__

if TYPE_CHECKING:
    from grader.results import Diagnostic

_HERE = Path(__file__).parent
_RUNTIME = _HERE / "runtime"
_ALSO_FOR_DEVICES = _HERE.parent / "compiling" / "clang_headers"
_OPTIONS = ("-O1", "-fno-sanitize=undefined")
_RUNTIME_OPTIONS = ("-O2", "-nostdinc", f"-I{INCLUDE}", "-c")
_HOST_OPTIONS, _THRUST_OPTIONS, _LINK_OPTIONS = (f"@{_RUNTIME / name}.options" for name in ("host", "thrust", "link"))
"""Files of options, which the tools read: of the host half, of one with Thrust, and which functions are wrapped."""
_THRUST = INCLUDE.parent / "include_thrust"
"""Headers in the place of Thrust's own."""
_EVERY_LIBRARY = "#include <iostream>\n#include <thread>\nint main() { std::cout << 1; std::thread([] {}).join(); }\n"
_OWN, _ZIG = "@libraries@", "@ziglang@"
_SECONDS, _MEMORY_MB = 40, 8192
_CLOCK_SECONDS, _LIBRARY_SECONDS = 120, 1800
_KIND, _MOST_BUILT = "programs", 40
"""Programs kept from earlier runs, each with what is known of it."""
_UNSET = re.compile(r"variable '(\w+)' is uninitialized when used here")
_MISSING = {
    r"'(?P<name>[\w./+-]+)' file not found": "{name} is not there, and no header of that name is provided",
    r"(?i)no (?:member|type|template) named '(?P<name>\w+)' in namespace '(?P<of>thrust|cub)(?:::\w+)*'":
        "{of}::{name} is not supported",
    r"(?:undeclared|unknown type)[^']*'(?P<name>cu[A-Z]\w*|(?:cuda|cublas|curand|cufft|cusparse|cusolver|cudnn)\w*|cub"
    r"|(?:nccl|nvml|nvtx|thrust)\w*)'": "{name} is not supported",
}  # fmt: skip
"""What Clang says of functions and headers that are not provided, and what the program's author is told."""
_NOT_LINKED = re.compile(r"^ld\.lld: error: (undefined|duplicate) symbol: (.+)((?:\n>>> .*)*)", re.MULTILINE)
_AT = re.compile(r"^>>> (?:referenced by|defined at) (?:.* \()?([^()\n]+):(\d+)\)?$", re.MULTILINE)


def build(source: Source, say: Callable[[str], None]) -> Path:
    """Compile and link, or return what an earlier run has built of the same text. `say` tells of what takes long.

    Raises:
        CompilerUnavailableError: `ziglang` is not installed.
        NotSupportedError: the program calls a function, or includes a header, that is not provided.
        NotCompiledError: its host half does not compile.

    """
    done = found(source)
    if done is not None:
        return done
    kept = _place(source)
    libraries = _libraries(say)
    with tempfile.TemporaryDirectory(prefix="grader-build-") as work:
        made, known = _compile(source, libraries, Path(work))
        write_whole(kept, made.read_bytes())
        kept.chmod(0o500)
        remember(kept, known)
    return kept


@contextlib.contextmanager
def built_with(source: Source, edits: Sequence[Edit]) -> Iterator[tuple[Path, SwitchedSource] | None]:
    """Build a program with those edits of its main file that compile together. Yield it for the block.

    None if there is no such edit. Raise as `build` does, but for errors of the compiler.
    """
    name, switch = source.name, {"GRADER_ON(n)": "(grader_edit==(n))"}
    make = functools.partial(make_host_unit, source.files[name].encode(), file=name)
    with tempfile.TemporaryDirectory(prefix="grader-build-") as work:

        def build_unit(unit: SwitchedSource) -> Path:
            files, defines = {**source.files, name: unit.text}, {**source.defines, **switch}
            return _compile(replace(source, files=files, defines=defines), _libraries(lambda _: None), Path(work))[0]

        yield compile_together(edits, make, build_unit)


def found(source: Source) -> Path | None:
    """Return what an earlier run has built of the same text; None if there is nothing. Raise as `build` does."""
    kept = _place(source)
    if not kept.exists() or recall(_KIND, f"{kept.name}.known") is None:
        return None
    os.utime(kept)
    return kept


def _place(source: Source) -> Path:
    options = (*(f"{name}={value}" for name, value in source.defines.items()), *source.folders)
    texts = {name: text.encode("utf-8", "replace") for name, text in source.files.items()}
    return _kept(_KIND, 2 * _MOST_BUILT) / digest([_fingerprint(), *options, *source.units], texts)


def recalled(program: Path) -> Known:
    """Return what the last run has left of a built program."""
    return Known(**json.loads(recall(_KIND, f"{program.name}.known") or "{}"))


def remember(program: Path, known: Known) -> None:
    """Keep it for the next run."""
    kept = replace(known, half=known.half if len(known.half) < MOST_BYTES else "")
    keep(_KIND, f"{program.name}.known", json.dumps(asdict(kept)))


def _compile(source: Source, libraries: _Libraries, top: Path) -> tuple[Path, Known]:
    from grader.compiling.advice import Advice
    from grader.compiling.clang import parse_clang_log

    thrust = source.uses_thrust
    headers = (*((_THRUST, *library_folders()) if thrust else ()), INCLUDE, _ALSO_FOR_DEVICES)
    work = top / source.place  # as deep as on this machine: `../common/errors.h` lies beside it
    for name in source.folders:
        Path(os.path.normpath(work / name)).mkdir(parents=True, exist_ok=True)
    for name, text in source.files.items():
        path = Path(os.path.normpath(work / name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_for_clang(text, thrust=thrust), encoding="utf-8", errors="replace")
    (work / "image").write_bytes(b"")
    defines = [f"-D{name}={value}" for name, value in source.defines.items()]
    messages: list[Diagnostic] = []
    objects = [f"program{number}.o" for number in range(len(source.units))]
    for unit, made in zip(source.units, objects, strict=True):
        given = f"./{unit}" if unit[0] in "-@" else unit  # not an option, nor a file of options
        status, log = _in_walls(
            "clang",
            [_HOST_OPTIONS, *([_THRUST_OPTIONS] if thrust else ()), *libraries.flags, *defines,
             *(f"-I{folder}" for folder in (*headers, *source.folders)), "-c", given, "-o", made],
            top, work, libraries.folder,
        )  # fmt: skip
        messages += parse_clang_log(log)
        if status:
            errors = tuple(item for item in messages if item.severity == "error")
            _require_supported(errors)
            errors = Advice(lex(normalize(source.files[unit])), unit).explain(_naming_macros(errors, source))
            raise NotCompiledError(errors or [_error(log.strip()[:500], unit)])
    unlooked = tuple((item.file, item.line) for item in messages if "ignoring return value" in item.message)
    used = ((item, _UNSET.match(item.message)) for item in messages)
    unset = tuple((item.file, item.line, name[1]) for item, name in used if name)
    linked = [*libraries.link, _LINK_OPTIONS, "-o", "program", *objects]
    status, log = _in_walls("ld.lld", linked, top, work, libraries.folder)
    if status:
        raise NotCompiledError([*_of_linking(log, source)] or [_error(log.strip()[:500], source.name)])
    return work / "program", Known(unlooked=unlooked, unset=unset)


def _of_linking(log: str, source: Source) -> Iterator[Diagnostic]:
    """Yield what does not fit together, on the program's own lines. Raise `NotSupportedError` for a call of CUDA's."""
    for problem, name, where in _NOT_LINKED.findall(log):
        found = [Place(os.path.normpath(file), int(line)) for file, line in _AT.findall(where)]
        own = sorted((each for each in found if each.file in source.files), key=lambda each: each.file != source.name)
        place, *others = own or [Place(source.name, 0)]
        if re.match("_*cuda", name):
            what = "a __managed__ variable" if "Managed" in name else name
            raise NotSupportedError(f"{place.file}:{place.line}: {what} is not supported")
        if problem == "duplicate":
            again = " and ".join(each.told(place.file) for each in others)
            yield _error(f"'{name}' is defined here, and once more on {again or 'another line'}", *place)
        elif place.line:
            yield _error(f"'{name}' is used here, and no file of the program defines it", *place)
        else:
            yield _error(f"no file of the program defines '{name}'", *place)


def _error(said: str, file: str, line: int = 0) -> Diagnostic:
    from grader.results import Diagnostic  # takes time, and is for errors

    return Diagnostic(severity="error", file=file, line=line, column=0, message=said)


def _for_clang(text: str, *, thrust: bool = False) -> str:
    """Return the host half of a file. Clang does not take `k << <1, 2 >> > ()` for a launch, as nvcc does.

    What Thrust calls is for the host, too.
    """
    from grader.compiling.hostcode import blank_device_code

    lexed = lex(normalize(text))
    made = blank_device_code(lexed, both=thrust)
    for token in lexed.tokens:
        if token.text in ("<<<", ">>>") and made[token.start : token.end].strip():
            made = made[: token.start] + token.text.ljust(token.end - token.start) + made[token.end :]
    return re.sub(r"\b__device__\b", "GRADER_HD_", made) if thrust else made


def _require_supported(errors: Sequence[Diagnostic]) -> None:
    for error in errors:
        for pattern, said in _MISSING.items():
            if found := re.search(pattern, error.message):
                raise NotSupportedError(f"{error.file}:{error.line}: {said.format(**found.groupdict())}")


def _naming_macros(errors: Sequence[Diagnostic], source: Source) -> tuple[Diagnostic, ...]:
    """Return the errors; on lines that a macro of the command line changes they name it.

    Where the first is in a header that is not the program's and has the macro's name, the others are of no use.
    """
    told = []
    for error in errors:
        own = source.files.get(os.path.normpath(error.file))
        lines = _provided(error.file) if own is None else "".join(own.split("\n")[error.line - 1 : error.line])
        words = set(re.findall(r"\w+", lines))
        name = next((name for name in source.defines if name in words), "")
        given = f"-D {name}={source.defines.get(name)}"
        if name and own is not None:
            told.append(error.model_copy(update={"hint": f"{given} replaces {name} on this line, too."}))
        elif name and not told:
            said = f"{given} replaces {name} in {Path(error.file).name}, a header of CUDA or C++, too"
            update = {"file": source.name, "line": 0, "column": 0, "message": f"{said}: the macro needs another name"}
            return (error.model_copy(update=update),)
        else:
            told.append(error)
    return tuple(told)


def _provided(name: str) -> str:
    """Return the text of a header by its path; empty for any other file, since a program can say what its name is."""
    path = Path(name).resolve()
    ours = any(path.is_relative_to(folder) for folder in (INCLUDE, _ALSO_FOR_DEVICES, _zig_folder()))
    return path.read_text(encoding="utf-8", errors="replace") if ours and path.is_file() else ""


def _in_walls(tool: str, options: Sequence[str], top: Path, work: Path, libraries: Path) -> tuple[int, str]:
    """Run a tool of `ziglang` on what a student wrote, in `work` below `top`. Return its exit status and its words."""

    def walls() -> None:
        die_with_parent()
        limit(_SECONDS, _MEMORY_MB)
        restrict(writable=[top], readable=[libraries, _HERE, _ALSO_FOR_DEVICES, *library_folders()], programs=True)

    try:
        status, log = _run((tool, *options), work, {"TMPDIR": str(top), "HOME": str(top)}, _CLOCK_SECONDS, walls)
    except subprocess.TimeoutExpired:
        return 1, f"compiling takes longer than {_SECONDS} seconds"
    if status < 0 or (status and not log):
        log += f"\nthe compiler was stopped: it may take {_SECONDS} seconds and {_MEMORY_MB >> 10} GB"
    return status, log


def _run(
    words: Sequence[str], work: Path, environment: Mapping[str, str], seconds: float,
    before: Callable[[], None] | None = None,
) -> tuple[int, str]:  # fmt: skip
    """Run `ziglang`. Return its exit status, and the beginning of its words."""
    with tempfile.TemporaryFile() as said:  # a file has a limit, and what is sent through a pipe has none
        done = subprocess.run(
            [clang_program(), *words], cwd=work, env=environment, preexec_fn=before, timeout=seconds, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
        )  # fmt: skip
        said.seek(0)
        return done.returncode, said.read(1 << 20).decode("utf-8", "replace")


# --- what is built once


@dataclass(frozen=True, slots=True, kw_only=True)
class _Libraries:
    """Compiler flags for the headers, and the linker's options with all libraries and the runtime."""

    folder: Path
    flags: tuple[str, ...]
    link: tuple[str, ...]


def _libraries(say: Callable[[str], None]) -> _Libraries:
    folder = _kept("libraries") / digest(_system(), {})[:32]
    described = folder / "libraries.json"
    if not described.exists():
        say("The first time, the C++ library is built; that takes a minute or two.")
        with tempfile.TemporaryDirectory(prefix="grader-libraries-") as work:
            made = _build_libraries(Path(work), folder)
        write_whole(described, json.dumps(made))
    flags, link = (
        [word.replace(_OWN, str(folder)).replace(_ZIG, str(_zig_folder())) for word in words]
        for words in json.loads(described.read_text(encoding="utf-8"))
    )
    runtime = folder / f"{_fingerprint()[:32]}.o"
    if not runtime.exists():
        with tempfile.TemporaryDirectory(prefix="grader-runtime-") as work:
            _zig(Path(work), "clang", *flags, *_RUNTIME_OPTIONS, str(_RUNTIME / "calls.c"), "-o", "runtime.o")
            write_whole(runtime, (Path(work) / "runtime.o").read_bytes())
    return _Libraries(folder=folder, flags=tuple(flags), link=(*link, str(runtime)))


def _build_libraries(work: Path, folder: Path) -> tuple[list[str], list[str]]:
    """Let `ziglang` link a program that uses every library, and keep what it linked. Return both tools' options.

    `_OWN` and `_ZIG` stand in them for this folder and that of `ziglang`: other environments have it elsewhere.
    """
    (work / "every.cpp").write_text(_EVERY_LIBRARY, encoding="utf-8")
    target = ("-target", f"{_machine()}-linux-musl")
    said = _zig(work, "c++", "-v", *_OPTIONS, *target, "every.cpp", "-o", "every")
    compiled = next(line for line in said.splitlines() if " -cc1 " in line)
    linked = next(line for line in reversed(said.splitlines()) if line.startswith("ld.lld "))
    link = []
    for word in linked.split()[1:]:
        path = work / word
        if word.endswith((".a", "crt1.o")) and path.is_file():
            write_whole(folder / path.name, path.read_bytes())
            link.append(f"{_OWN}/{path.name}")
        elif word not in ("-o", "every") and not word.endswith(".o"):
            link.append(word)
    flags = re.findall(r' (-isystem|-D) "?([^" ]+)"?', compiled)  # folders of headers, and macros
    kept = (word.replace(str(_zig_folder()), _ZIG) for flag in flags if flag[1] != "NDEBUG" for word in flag)
    return [*target, *kept], link


def _zig(work: Path, *options: str) -> str:
    """Run `ziglang` on the grader's own text. Return what it said."""
    caches = {"ZIG_GLOBAL_CACHE_DIR": str(work / "cache"), "ZIG_LOCAL_CACHE_DIR": str(work / "local")}
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(work), **caches}
    status, said = _run(options, work, environment, _LIBRARY_SECONDS)
    if status:
        raise CompilerUnavailableError(f"ziglang cannot build its libraries: {said.strip()[-500:]}")
    return said


def _machine() -> str:
    return {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())


def _kept(kind: str, *most: int) -> Path:
    folder = kept_folder(kind, *most)
    if folder is None:
        raise UsageError("there is no private cache folder (~/.cache/cuda-grader): whole programs need one")
    return folder


@functools.cache
def _fingerprint() -> str:
    """Return what a built program depends on besides its own text: compilers, and the grader's headers and code."""
    folders = INCLUDE, _THRUST, _RUNTIME, _ALSO_FOR_DEVICES
    own = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    texts = {str(path.relative_to(_HERE.parent)): path.read_bytes() for path in own}
    installed = _zig_folder().parent.glob("*.dist-info")
    others = sorted(path.name for path in installed if path.name.startswith(("nvidia_cuda_nvrtc", "cupy_cuda")))
    code = [*(_HERE.parent / "compiling").glob("*.py"), _HERE / "device.py"]
    times = sorted(f"{path.name} {path.stat().st_mtime_ns}" for path in code)
    return digest((*_system(), *others, *times, __version__), texts)


def _system() -> tuple[str, ...]:
    """Return what the libraries depend on: the version of `ziglang`, wherever it is installed."""
    versions = sorted(path.name for path in _zig_folder().parent.glob("ziglang-*.dist-info"))
    size = Path(clang_program()).stat().st_size
    return (*versions, str(size), _machine(), *_OPTIONS, _EVERY_LIBRARY)


def _zig_folder() -> Path:
    return Path(clang_program()).resolve().parent

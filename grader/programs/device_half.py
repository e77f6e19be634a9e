"""Compile the device half of a program: to PTX, and what the source says of each kernel, as a text to keep."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path

from grader.emulator.ptx.mangling import base_name, demangle
from grader.errors import NotCompiledError, NotSupportedError
from grader.programs.sources import Source

_FOR_BOTH = "cuda/cmath"
"""The grader's own header that both halves read."""
_NOT_PROVIDED = re.compile(
    r'^(.+)\((\d+)\): error.*: (?:device-side kernel launch |identifier "(cuda\w+)" is undefined)', re.MULTILINE
)
"""Errors of NVRTC at what a kernel may do with the device's own runtime."""


def compile_half(source: Source, names: Sequence[str], arch: str) -> str:
    """Compile the kernels of these mangled names. Return what `Device.load` reads.

    For an `arch` of sm_XX there is machine code in it, too. Raise `NotSupportedError` for kernels that launch
    kernels, `NotCompiledError` for what does not compile.
    """
    from grader.compiling.compiled_kernel import parameters, type_aliases
    from grader.compiling.frontend import compile_with, entry_names  # take time; a text that is kept needs none
    from grader.compiling.kernels import KernelDeclaration, scan_kernels, shared_declarations
    from grader.compiling.lexer import Lexed, lex, normalize
    from grader.compiling.values import CompileOptions
    from grader.devices.front_end import declared_arrays
    from grader.results import Kind

    main, *others = source.files
    files, defines, spelled = dict(source.files), source.defines, source.spelled
    files[main] = source.changed or files[main]
    instances = tuple(dict.fromkeys(
        parts.name for name in names if (parts := demangle(name)) is not None and parts.name.endswith(">")
    ))  # fmt: skip
    own = {_FOR_BOTH: (Path(__file__).parent / "include" / _FOR_BOTH).read_text(encoding="utf-8")}
    more = [name for name in others if name.endswith(".cu") and name not in spelled.values()]
    made = compile_with("".join((files[main], *(f'\n#include "{name}"' for name in more))), CompileOptions(
        filename=main, kernel="auto", arch=arch, defines=defines, instances=instances, unknown_headers="empty",
        headers=own | {name: files[name] for name in others} | {
            text: files[name] for text, name in spelled.items()
        },
    ))  # fmt: skip
    if not made.ok:
        if missing := _NOT_PROVIDED.search(made.log):
            what = f"{missing[3]} in device code" if missing[3] else "a kernel that launches a kernel"
            raise NotSupportedError(f"{missing[1]}:{missing[2]}: {what} is not supported")
        for problem in made.problems:
            if problem.kind is Kind.UNSUPPORTED:
                raise NotSupportedError(f"{main}:{problem.line}: {problem.message}")
        said = made.problems[0].message if made.problems else made.log[:500]
        raise NotCompiledError(made.diagnostics, said)
    declared: dict[str, tuple[KernelDeclaration, Lexed]] = {}
    for file in files.values():
        lexed = lex(normalize(file))
        for each in scan_kernels(lexed):
            if each.defined or each.name not in declared:
                declared[each.name] = (each, lexed)
    kernels, entries = [], entry_names(made.ptx)
    for name in names:
        entry = _entry(name, entries)
        if entry is None:
            raise NotCompiledError((), f"the kernel {base_name(name)} is not in the compiled device code")
        declaration, lexed = declared.get(base_name(name), (None, lex("")))
        shared = shared_declarations(lexed.source, defines, declaration.name) if declaration else ()
        kernels.append({
            "entry": entry, "name": base_name(name), "line": declaration.line if declaration else 0,
            "parameters": list(map(asdict, parameters(declaration, entry, made.ptx, (), type_aliases(lexed)))),
            "shared": list(map(asdict, declared_arrays(shared, made.ptx, entry))),
        })  # fmt: skip
    image = base64.b64encode(made.cubin).decode()
    return json.dumps({"names": list(names), "ptx": made.ptx, "image": image, "kernels": kernels})


def _entry(name: str, entries: Collection[str]) -> str | None:
    """Return the kernel that the host calls by this mangled name; compilers differ in names that a file keeps."""
    if name in entries:
        return name
    wanted = demangle(name)
    for same in ("name", "base"):
        found = [
            each for each in entries
            if wanted and (parts := demangle(each)) and getattr(parts, same) == getattr(wanted, same)
        ]  # fmt: skip
        if len(found) == 1:
            return found[0]
    return None

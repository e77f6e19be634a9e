"""Making PTX depend on the source alone, and no longer than it needs to be."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePath

_FILE = re.compile(r'(\.file\s+\d+\s+)"([^"\n]*)"')
_VARIABLE = re.compile(
    r"^(?:\.(?:visible|weak|common)\s+)*\.(?:global|const)\s[^;={]*?(?P<name>[\w$]+)(?:\[\d*\])*\s*(?:=[^;]*)?;\n",
    re.MULTILINE,
)
# libcu++ brings a thousand constants of its own; a student's few variables are left as they are.
_MANY = 64


def tidy_ptx(ptx: str, unit: str, filename: str) -> str:
    """The PTX with the student's file under its own name, without working folders and unused library variables.

    Compilers write the folder they run in before file names: the same source must give the same PTX anywhere.
    """

    def tidy(match: re.Match[str]) -> str:
        name = PurePath(match.group(2)).name
        shown = filename.replace("\\", "/").replace('"', "'") if name == unit else name
        return f'{match.group(1)}"{shown}"'

    return _drop_unused(_FILE.sub(tidy, ptx))


def _drop_unused(ptx: str) -> str:
    declared = {match["name"] for match in _VARIABLE.finditer(ptx)}
    while len(declared) > _MANY:
        mentions = Counter(re.findall(r"[\w$]+", ptx))
        unused = {name for name in declared if mentions[name] == 1}
        if not unused:
            break
        ptx = _without(ptx, unused)
        declared -= unused
    return ptx


def _without(ptx: str, unused: set[str]) -> str:
    def drop(match: re.Match[str]) -> str:
        return "" if match["name"] in unused else match[0]

    return _VARIABLE.sub(drop, ptx)

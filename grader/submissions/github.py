"""Logins from the names of GitHub Classroom's clones, `<assignment>-<login>`, where both may hold hyphens."""

from __future__ import annotations

import re

_MANY = 4
"""So many logins that begin with the same word by chance are not to be expected."""


def assignment_prefix(folders: list[str], place: str) -> str:
    """What the folders' names begin with before the logins, a `-` included; nothing where that is not known.

    `place` is the folder around them: `gh classroom clone` calls it `<assignment>-submissions`. Without that, only the
    names are left to go by. A login cut short could be another student's, one with a word too many is nobody's. So a
    common beginning is taken up to its last part with a digit in it (`hw1-`, `lab-3-`), or whole when there are many
    names, or else up to its first `-`.
    """
    slug = place.removesuffix("-submissions") + "-"
    if place.endswith("-submissions") and sum(folder.startswith(slug) for folder in folders) * 2 > len(folders):
        return slug
    candidates = _common_prefixes(sorted(folders))
    numbered = [prefix for prefix in candidates if re.search(r"\d[^-]*-$", prefix)]
    if numbered:
        return numbered[-1]
    if not candidates:
        return ""
    return candidates[-1] if len(folders) >= _MANY else candidates[0]


def login(folder: str, prefix: str) -> str:
    """The folder's name without the prefix, or whole where it does not begin with it."""
    return folder.removeprefix(prefix) or folder


def _common_prefixes(folders: list[str]) -> list[str]:
    """The beginnings of all names that end in `-`, shortest first; none when there is one name only."""
    if len(folders) < 2:
        return []
    first, last = folders[0], folders[-1]  # sorted: what these two share, all share
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return [first[: dash.end()] for dash in re.finditer("-", first[:length])]

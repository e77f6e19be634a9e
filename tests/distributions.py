"""Distributions that extend the grader by entry points, as pip would install them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.registry import Registry


@contextmanager
def installed_distribution(
    site: Path, module: str, source: str, entry_points: str, registries: Iterable[Registry[Any]]
) -> Iterator[None]:
    """Install a distribution of one module in the folder `site`; the registries forget it afterwards."""
    about = site / "added-1.0.dist-info"
    about.mkdir(parents=True)
    (site / f"{module}.py").write_text(source)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: added\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
    kept = [(registry, dict(registry._loaded)) for registry in registries]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        for registry, _ in kept:
            vars(registry).pop("_others", None)
        yield
    for registry, before in kept:
        vars(registry).pop("_others", None)
        registry._loaded.clear()
        registry._loaded.update(before)
    sys.modules.pop(module, None)

"""Registries: what the grader has by name, and what other distributions add to it by entry points.

A row is imported when its name is asked for, and the metadata of other distributions is read when a name is asked for
that is not the grader's own. A grading that needs neither pays for neither.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from grader.errors import UsageError
from grader.plaintext import one_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
R = TypeVar("R")


class PluginError(UsageError):
    """What another distribution adds cannot be used; the message names the distribution, the entry point and why."""


class Registry(Generic[T]):
    """Rows by name: the grader's own, as `module` or `module:attribute`, and those of an entry point group.

    A name of the grader's own cannot be taken by another distribution. `Registry` has what `argparse` needs of
    `choices`: its names are listed without those of others until one of these is asked for.
    """

    def __init__(self, group: str, own: Mapping[str, str]) -> None:
        self.group = group
        self._own = own
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        """Return the row, imported now. Raise `KeyError` for an unknown name, `PluginError` for a broken plug-in."""
        if name not in self._loaded:
            if name in self._own:
                module, _, attribute = self._own[name].partition(":")
                value: Any = importlib.import_module(module)
                self._loaded[name] = cast(T, getattr(value, attribute) if attribute else value)
            else:
                try:
                    self._loaded[name] = cast(T, self._others[name].load())
                except Exception as error:
                    raise self.broken(name, error) from error
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._others

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._others if "_others" in vars(self) else ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names, those of other distributions last."""
        return (*self._own, *self._others)

    @functools.cached_property
    def _others(self) -> dict[str, EntryPoint]:
        from importlib.metadata import entry_points  # slow, and seldom needed

        return {entry.name: entry for entry in entry_points(group=self.group) if entry.name not in self._own}

    def using(self, name: str, call: Callable[[T], R]) -> R:
        """Return what `call` makes of the row. Whatever another distribution raises there becomes `PluginError`."""
        row = self[name]
        try:
            return call(row)
        except (UsageError, OSError):  # in words already
            raise
        except Exception as error:
            if name in self._own:
                raise
            raise self.broken(name, error) from error

    def broken(self, name: str, error: Exception) -> PluginError:
        """Return the error of another distribution's row in words that name the distribution."""
        entry = self._others[name]
        owner = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown distribution"
        words = one_line(f"{type(error).__name__}: {error}", 300)
        return PluginError(f"{owner}: the entry point {entry.group}: {entry.name} = {entry.value} fails: {words}")

    def is_own(self, name: str) -> bool:
        """Return whether the row is the grader's own."""
        return name in self._own


class Choices:
    """The names of several registries as `argparse` needs them for `choices`."""

    def __init__(self, *registries: Registry[Any]) -> None:
        self._registries = registries

    def __contains__(self, name: object) -> bool:
        return any(name in registry for registry in self._registries)

    def __iter__(self) -> Iterator[str]:
        for registry in self._registries:
            yield from registry

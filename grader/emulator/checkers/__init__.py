"""The checkers: what is asked of each access, and what was found."""

from grader.emulator.checkers.access import ATOMIC, LOAD, STORE, Access, AccessKind

__all__ = ["ATOMIC", "LOAD", "STORE", "Access", "AccessKind"]

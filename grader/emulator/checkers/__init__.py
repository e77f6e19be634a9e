"""The checkers: what is asked of each access, and what was found."""

from grader.emulator.checkers.base import ATOMIC, LOAD, STORE, Access, AccessKind, Checker
from grader.emulator.checkers.checkers import CHECKERS

__all__ = ["ATOMIC", "CHECKERS", "LOAD", "STORE", "Access", "AccessKind", "Checker"]

"""The checkers. This tuple is all that the core knows of them."""

from grader.emulator.checkers.barriers import Barriers
from grader.emulator.checkers.base import ATOMIC, LOAD, STORE, Access, AccessKind, Arrival, Checker
from grader.emulator.checkers.bounds import BoundsChecker
from grader.emulator.checkers.initialisation import Initialisation
from grader.emulator.checkers.races import RaceChecker

CHECKERS: tuple[Checker, ...] = (BoundsChecker(), Initialisation(), RaceChecker(), Barriers())

__all__ = ["ATOMIC", "CHECKERS", "LOAD", "STORE", "Access", "AccessKind", "Arrival", "Checker"]

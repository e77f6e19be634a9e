"""Products to look at, and the assignment that diagnoses are made in."""

from tests.checking.conftest import problem as problem

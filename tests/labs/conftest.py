"""Products to look at, and the assignment that diagnoses are made in."""

from tests.grading.conftest import problem as problem

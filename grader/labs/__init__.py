"""The labs: what each kind of assignment knows of the kernel that it asks for. The door is `lab_of(config)`."""

from __future__ import annotations

from grader.assignment import Config, TestCase
from grader.labs import generic, matmul
from grader.labs.base import Lab
from grader.replaying.story import Story
from grader.results import Recording

LABS: dict[str, Lab] = {"generic": generic, "matmul": matmul}
"""By the name that `lab` has in config.yaml."""


def lab_of(config: Config) -> Lab:
    """The lab of an assignment."""
    return LABS[config.lab]


def why_left_out(config: Config, case: TestCase) -> str:
    """Why this case is held against nobody, empty when it is; `config` is a bench's, or the assignment's."""
    return lab_of(config).why_left_out(config, case)


def story_of(recording: Recording) -> Story:
    """What its lab knows of a recorded block; of a lab that is gone, what any recording tells."""
    return LABS[recording.lab].story(recording) if recording.lab in LABS else Story(recording)

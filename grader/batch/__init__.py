"""Many submissions: `python -m grader batch PATH... --out DIR`.

`coordinator` is the way of a batch, `executors` who grades, `store` what is kept, `gradebook` and `rosters` what
instructors get. The command line calls `add_arguments` and `run`.
"""

from grader.batch.command import add_arguments, run

__all__ = ["add_arguments", "run"]

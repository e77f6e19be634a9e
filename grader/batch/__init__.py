"""Many submissions: `python -m grader batch PATH... --out DIR`.

`coordinator` is the way of a batch, `executors` who grades, `store` what is kept, `gradebook` and `rosters` what
instructors get, `command` what the command line calls. Nothing is imported here: each process of a batch would load it.
"""

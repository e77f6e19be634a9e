"""Many submissions: `python -m grader batch PATH... --out DIR`.

`coordinator` grades what is not known yet, keeps it in the `store` and shows the progress; `executors` start processes
that do each `job`.
`gradebook` is what instructors get, `decisions` what they decide over the grader, `similarity` which texts are alike.
Nothing is imported here: each process of a batch would load it.
"""

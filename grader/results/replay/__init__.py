"""A recorded block step by step, in any lab.

`story.py` reads events as actions of threads, `product.py` also knows which products form a sum of a tiled product,
and `steps.py` merges actions to the steps that a report shows.
"""

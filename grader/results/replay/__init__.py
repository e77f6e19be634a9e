"""A recorded block step by step: what its threads did, in any lab.

A lab's further knowledge of a recording (which products form a sum, what is wrong when) is its `Story`.
"""

"""A recorded block step by step: what its threads did, whatever the kernel is meant to compute.

What more a lab knows of a recording (which products make up a sum, what is wrong when) is its `Story`.
"""

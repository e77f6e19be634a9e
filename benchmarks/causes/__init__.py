"""Faulty kernels whose causes are known, and what grading says of them first.

Every second kernel of the table (the even half) may be read while the search for causes is developed; of the others
only the table's figures are looked at, at the end of a round, so that they say what a new kernel will meet.
"""

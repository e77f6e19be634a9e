"""Faulty kernels whose causes are known, and what grading says of them first."""

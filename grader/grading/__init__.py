"""What a submission is asked, and what its answers are worth: cases, comparison, traffic, times, hints, points."""

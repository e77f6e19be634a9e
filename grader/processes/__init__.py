"""Child processes: how they start, what walls stand around them, and how many run at once."""

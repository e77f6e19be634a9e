"""Child processes: start them, restrict them, and count the cores they may use."""

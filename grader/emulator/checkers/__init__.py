"""The checkers: what is asked of each access, and what was found."""

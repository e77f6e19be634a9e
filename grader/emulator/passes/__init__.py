"""Transformations and analyses of PTX before it is lowered."""

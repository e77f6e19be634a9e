"""A kernel run once more in another way, to find out what one run cannot show."""

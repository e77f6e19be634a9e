"""The cause of a fault, found by experiment: changes of the kernel that are tried until one mends it."""

"""Tiled matrix multiplication: C (M×N) = alpha · A (M×K) · B (K×N) + beta · C."""

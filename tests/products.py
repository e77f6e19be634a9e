"""Shapes of products, for samples and recordings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProductShape:
    """C (M×N) = A (M×K) · B (K×N)."""

    M: int
    K: int
    N: int

    @classmethod
    def of(cls, sizes: Mapping[str, int]) -> ProductShape:
        """Return the shape for a case's sizes."""
        return cls(**sizes)

    @property
    def sizes(self) -> dict[str, int]:
        """Sizes by name."""
        return {"M": self.M, "K": self.K, "N": self.N}

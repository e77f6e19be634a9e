"""One product made concrete: its matrices by their letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from grader.labs.problem import CaseProblem


@dataclass(frozen=True, slots=True)
class ProductShape:
    """C (M×N) = A (M×K) · B (K×N)."""

    M: int
    K: int
    N: int

    @classmethod
    def of(cls, sizes: Mapping[str, int]) -> ProductShape:
        """The shape of a case's sizes."""
        return cls(**sizes)

    @property
    def sizes(self) -> dict[str, int]:
        """By name."""
        return {"M": self.M, "K": self.K, "N": self.N}


@dataclass(frozen=True, slots=True, kw_only=True)
class Product(CaseProblem):
    """A case's matrices in their natural (row, column) shape: `a` is M×K, `b` K×N, `c` the initial C (M×N)."""

    @property
    def shape(self) -> ProductShape:
        """M, K and N."""
        return ProductShape.of(self.sizes)

    @property
    def a(self) -> np.ndarray:
        """The left matrix."""
        return self.buffers["A"].content

    @property
    def b(self) -> np.ndarray:
        """The right matrix."""
        return self.buffers["B"].content

    @property
    def c(self) -> np.ndarray:
        """What C holds before the launch."""
        return self.buffers["C"].content

    @property
    def alpha(self) -> float:
        """The factor of the product."""
        return self.scalars["alpha"]

    @property
    def beta(self) -> float:
        """The factor of what C held."""
        return self.scalars["beta"]

    @property
    def turns(self) -> int:
        """The products of one sum."""
        return self.sizes["K"]

    @property
    def is_integer(self) -> bool:
        """Whether elements are whole numbers."""
        return self.a.dtype.kind == "i"

    def tolerance_of(self, values: np.ndarray, cells: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """The bound at these cells (rows, columns), widened a little for values of another magnitude there."""
        if self.is_integer:
            return np.asarray(self.bound[cells])
        return np.asarray(np.maximum(self.bound[cells], np.abs(values) * float(np.finfo(self.a.dtype).eps) * 4))

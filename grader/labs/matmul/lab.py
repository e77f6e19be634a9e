"""The lab of the tiled product; see `grader.labs.lab.Lab`."""

from __future__ import annotations

from grader.labs.matmul.cases import ProductCases
from grader.labs.matmul.product import Products
from grader.labs.matmul.readings import OpenLaunching
from grader.labs.matmul.tiling import Tiled


class ProductLab(ProductCases, OpenLaunching, Products, Tiled):
    """C = A · B, tile by tile."""


LAB = ProductLab()

"""The fixture of this folder's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.batches import Batch


@pytest.fixture
def batch(tmp_path: Path) -> Iterator[Batch]:
    """A batch with nothing in it yet."""
    made = Batch(tmp_path)
    yield made
    made.console.file.close()

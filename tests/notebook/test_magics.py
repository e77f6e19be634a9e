"""`%%grade` and `%%check` in a notebook, by a real kernel: text, a frame, the cell's own lines, no traceback."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import nbclient
import nbformat
import pytest

ROOT = Path(__file__).parents[2]
SCALE = "__global__ void scale(float *x, float f, int n) {\n    x[threadIdx.x] = x[threadIdx.x] * f;\n}"
pytestmark = pytest.mark.filterwarnings("default")  # Jupyter's own


@pytest.fixture(scope="module")
def notebook() -> Iterator[nbclient.NotebookClient]:
    """A notebook in the repository's folder, where the extension is loaded."""
    client = nbclient.NotebookClient(
        nbformat.v4.new_notebook(), timeout=300, allow_errors=True, resources={"metadata": {"path": str(ROOT)}}
    )
    with client.setup_kernel():
        outputs(client, "%load_ext grader")
        yield client


def outputs(client: nbclient.NotebookClient, code: str) -> list[dict]:
    """What a cell shows."""
    client.nb.cells.append(nbformat.v4.new_code_cell(code))
    return client.execute_cell(client.nb.cells[-1], len(client.nb.cells) - 1).outputs


def shown(client: nbclient.NotebookClient, code: str) -> tuple[str, str]:
    """The text, and the page that the frame holds, of a cell that shows one report and nothing else."""
    (output,) = outputs(client, code)
    assert output["output_type"] == "display_data", output
    return output["data"]["text/plain"], html.unescape(output["data"]["text/html"])


def test_a_cell_is_graded_and_its_lines_are_the_notebooks(notebook: nbclient.NotebookClient):
    """The first line of the cell is that of the magic; the report is a page in a frame that may run its own scripts."""
    kernel = "__global__ void matmul_tiled(const float *A) {\n}"
    text, page = shown(notebook, f"%%grade --device cpu --case one-cell --no-diagnosis\n{kernel}")
    assert "0 of 60" in text
    assert "cell.cu:2" in text
    assert '<iframe title="Report" sandbox="allow-scripts" srcdoc="' in page
    assert re.search(r'<li id="L2".*__global__', page.replace("\n", " "))
    assert "src=" not in page.replace("srcdoc=", "").split("<iframe", 1)[0]


def test_a_kernel_is_checked_without_an_assignment(notebook: nbclient.NotebookClient):
    """The launch needs no quotes, and buffers are printed."""
    text, page = shown(notebook, f"%%check scale<<<1, 8>>>(x: float[4] = arange, 2.0f, 4) --print x\n{SCALE}")
    assert "x[4], past the end of x" in text
    assert "    3 │     x[threadIdx.x]" in text
    assert "[0. 2. 4. 6.]" in text
    assert 'id="finding-1"' in page


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("%%check scale<<<1>>>(x)", "',' is needed and the block after the grid"),
        ("%%check", "required: launch"),
        ("%%grade --assignment nowhere", "no such file: name the assignment's folder with --assignment"),
        ("%%grade --case none-such --device cpu", "no case is named 'none-such'"),
        ("%%grade --colour", "unrecognized arguments: --colour"),
    ],
)
def test_wrong_input_is_told_without_a_traceback(notebook: nbclient.NotebookClient, line: str, words: str):
    """As IPython's own magics do."""
    (output,) = outputs(notebook, f"{line}\n{SCALE}")
    assert output["output_type"] == "stream", output
    assert output["text"].startswith("UsageError: ")
    assert words in output["text"]


def test_the_example_has_no_outputs_in_the_repository():
    """They are large, and everybody's own."""
    cells = json.loads((ROOT / "examples" / "grade.ipynb").read_text(encoding="utf-8"))["cells"]
    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []


@pytest.mark.slow
def test_the_example_runs_from_top_to_bottom():
    """Its faulty kernel is found out on the line of the cell, and so is the one without an assignment."""
    path = ROOT / "examples" / "grade.ipynb"
    client = nbclient.NotebookClient(
        nbformat.read(path, as_version=4), timeout=300, resources={"metadata": {"path": str(path.parent)}}
    )
    made = client.execute()
    texts = [output["data"]["text/plain"] for cell in made.cells for output in cell.get("outputs", ())]
    assert len(texts) == 2
    assert "80 of 100" in texts[0]
    assert "Is a __syncthreads() missing at the end of the phase?" in texts[0]
    assert "Thread (232,0) of block (3,0) writes x[1000]" in texts[1]

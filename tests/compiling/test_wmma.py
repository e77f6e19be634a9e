"""Without the extra `wmma` everything is graded but kernels that include `mma.h`; these are told what is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli import doctor
from grader.compiling import headers
from grader.compiling.frontend import compile_cuda
from grader.compiling.values import CompilerUnavailableError
from grader.courses import packages as contents
from tests.conftest import ROOT

KERNEL = "#include <{}>\n__global__ void matmul_tiled(float *a) {{ a[0] = 1; }}\n"
GRADED = """\
import sys
from grader.compiling import headers
everywhere = headers.wheel_folders
headers.wheel_folders = lambda *names: [path for path in everywhere(*names) if "cuda_nvcc" not in path.parts]
from grader.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where nvcc's wheel is not installed."""
    if not headers.wheel_folders("cuda_runtime/include"):
        pytest.skip("CUDA's headers are not those of wheels here")
    everywhere = headers.wheel_folders
    monkeypatch.setattr(
        headers, "wheel_folders", lambda *names: [path for path in everywhere(*names) if "cuda_nvcc" not in path.parts]
    )
    headers.include_folders.cache_clear()
    yield
    headers.include_folders.cache_clear()


@pytest.mark.parametrize("name", sorted({*headers._CUDA_NAMES, "device_double_functions.h"} - {"mma.h"}))
def test_every_other_header_is_there_without_the_extra(without_extra: None, name: str):
    """Those of CUDA's runtime include nothing of nvcc's."""
    made = compile_cuda(KERNEL.format(name))
    assert made.ok, made.log


def test_mma_h_names_the_extra_that_brings_it(without_extra: None):
    """As pip takes it, and by the name that the file includes."""
    with pytest.raises(CompilerUnavailableError) as error:
        compile_cuda(KERNEL.format("mma.h"))
    assert "CUDA's mma.h is not installed" in str(error.value)
    assert "pip install 'cuda-grader[wmma]'" in str(error.value)


def test_a_grading_without_the_extra_is_not_the_students_fault(tmp_path: Path):
    """Exit code 3, no points taken, and the extra by name; with the extra the same file has every point."""
    kernel = tmp_path / "tiled.cu"
    kernel.write_text("#include <mma.h>\n" + (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8"))
    graded = ["-c", GRADED, str(kernel), "--case", "lesson-34-random@16", "--out", str(tmp_path / "report")]
    done = subprocess.run([sys.executable, *graded], cwd=ROOT, capture_output=True, text=True, check=False)
    words = " ".join(done.stdout.split())
    assert done.returncode == 3, done.stdout + done.stderr
    assert "not your fault: not supported by the emulator" in words
    results = (tmp_path / "report" / "results.json").read_text(encoding="utf-8")
    assert "pip install 'cuda-grader[wmma]'" in results
    graded[1] = "import sys; from grader.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run([sys.executable, *graded], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_packaged_autograder_has_what_a_submission_may_include():
    """Where students do not choose what is installed; their own copy offers the extra."""
    assert not any("nvcc" in line for line in contents.requirements())
    (wmma,) = contents.requirements("wmma")
    assert wmma in contents.needed_to_grade().decode().splitlines()
    assert set(contents.requirements()) < set(contents.needed_to_grade().decode().splitlines())
    offered = contents.tomllib.loads(contents.pyproject().decode())["project"]
    assert (offered["dependencies"], offered["optional-dependencies"]) == (contents.requirements(), {"wmma": [wmma]})


def test_an_extra_is_read_from_metadata_as_from_the_repository():
    """Installed from a wheel there is no pyproject.toml."""
    metadata = [
        "numpy>=2.0",
        "py-landlock>=0.1.1; sys_platform == 'linux'",
        "nvidia-cuda-nvcc-cu12>=12.4; sys_platform != 'darwin' and extra == 'wmma'",
        'ziglang>=0.14; extra == "clang"',
    ]
    assert list(contents.needed_by("", metadata)) == metadata[:2]
    assert list(contents.needed_by("wmma", metadata)) == ["nvidia-cuda-nvcc-cu12>=12.4; sys_platform != 'darwin'"]
    assert list(contents.needed_by("clang", metadata)) == ["ziglang>=0.14"]


def test_the_documentation_names_every_extra():
    """Each with what it brings."""
    extras = contents.tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == extras["optional-dependencies"].keys()


def test_the_doctor_says_how_mma_h_comes_and_misses_nothing_else(without_extra: None):
    """A kernel can be graded without it, so nothing is marked as wrong."""
    line = doctor.header_line()
    assert "cuda-grader[wmma]" in line.text
    assert line.good is None

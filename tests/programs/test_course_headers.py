"""Headers that courses give: libwb's, and those of the CUDA samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.conftest import RunProgram

WITH_WB = """\
#include <wb.h>

#define wbCheck(stmt) do { \\
    cudaError_t err = stmt; \\
    if (err != cudaSuccess) { wbLog(ERROR, "Failed to run stmt ", #stmt); return -1; } \\
  } while (0)

__global__ void add(float *a, float *b, float *c, int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) c[i] = a[i] + b[i];
}

int main(int argc, char **argv) {
  wbArg_t args;
  int inputLength;
  float *hostInput1, *hostInput2, *hostOutput, *deviceInput1, *deviceInput2, *deviceOutput;
  args = wbArg_read(argc, argv);
  wbTime_start(Generic, "Importing data and creating memory on host");
  hostInput1 = (float *)wbImport(wbArg_getInputFile(args, 0), &inputLength);
  hostInput2 = (float *)wbImport(wbArg_getInputFile(args, 1), &inputLength);
  hostOutput = (float *)malloc(inputLength * sizeof(float));
  wbTime_stop(Generic, "Importing data and creating memory on host");
  wbLog(TRACE, "The input length is ", inputLength);
  int size = inputLength * sizeof(float);
  wbCheck(cudaMalloc((void **)&deviceInput1, size));
  wbCheck(cudaMalloc((void **)&deviceInput2, size));
  wbCheck(cudaMalloc((void **)&deviceOutput, size));
  wbCheck(cudaMemcpy(deviceInput1, hostInput1, size, cudaMemcpyHostToDevice));
  wbCheck(cudaMemcpy(deviceInput2, hostInput2, size, cudaMemcpyHostToDevice));
  add<<<(inputLength + 255) / 256, 256>>>(deviceInput1, deviceInput2, deviceOutput, inputLength);
  cudaDeviceSynchronize();
  wbCheck(cudaMemcpy(hostOutput, deviceOutput, size, cudaMemcpyDeviceToHost));
  cudaFree(deviceInput1); cudaFree(deviceInput2); cudaFree(deviceOutput);
  wbSolution(args, hostOutput, inputLength);
  free(hostInput1); free(hostInput2); free(hostOutput);
  return 0;
}
"""


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("3\n2\n3.5\n4\n", "The solution is correct"),
        (
            "3\n2\n3.5\n5\n",
            "The solution did not match the expected results at column 0 and row 2. Expecting 5 but got 4.",
        ),
    ],
)
def test_a_lab_of_libwb_reads_its_files_and_compares(
    run_program: RunProgram, tmp_path: Path, expected: str, said: str
) -> None:
    """With the options that libwb's labs are started with."""
    for name, text in (("a.raw", "3\n1\n2.5\n3\n"), ("b.raw", "3\n1\n1\n1\n"), ("e.raw", expected)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run_program(WITH_WB, "-e", "e.raw", "-i", "a.raw,b.raw", "-t", "vector")
    assert done.code == 0
    assert ("no fault was found" in done.errors) == bool(done.errors) == ("did not match" in said)
    assert "The input length is 3\n" in done.output
    assert done.output.endswith(f"{said}\n")


def test_files_that_one_argument_lists_are_read_wherever_they_lie(
    run_program: RunProgram, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Data sets mostly lie in a folder of their own, and labs take several as `-i a.raw,b.raw`."""
    data = tmp_path_factory.mktemp("data")
    for name, text in (("a.raw", "2\n1\n2.5\n"), ("b.raw", "2\n1\n1\n"), ("e.raw", "2\n2\n3.5\n")):
        (data / name).write_text(text, encoding="utf-8")
    done = run_program(WITH_WB, "-e", f"{data}/e.raw", "-i", f"{data}/a.raw,{data}/b.raw", "-t", "vector")
    assert done.output.endswith("The solution is correct\n")


def test_a_header_that_is_given_is_found_where_the_program_looks(run_program: RunProgram, tmp_path: Path) -> None:
    """The labs of libwb lie in a folder of its repository, which the students' repositories do not have."""
    for name, text in (("a.raw", "2\n1\n2.5\n"), ("b.raw", "2\n1\n1\n"), ("e.raw", "2\n2\n3.5\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    text = WITH_WB.replace("<wb.h>", '"../../libwb/wb.h"')
    done = run_program(text, "-e", "e.raw", "-i", "a.raw,b.raw", "-t", "vector")
    assert (done.code, done.errors) == (0, "") and done.output.endswith("The solution is correct\n")


def test_a_volume_and_a_flag_are_read(run_program: RunProgram, tmp_path: Path) -> None:
    """Formats of libwb's own, for the stencil and the graph; with the header that includes all of C++."""
    text = """\
#include <bits/stdc++.h>
#include <wb.h>
int main(int argc, char **argv) {
  wbArg_t args = wbArg_read(argc, argv);
  wbImage_t volume = wbImport(wbArg_getInputFile(args, 0));
  int flag = wbImport_flag(wbArg_getInputFile(args, 1));
  std::vector<float> values(wbImage_getData(volume), wbImage_getData(volume) + 12);
  std::cout << wbImage_getWidth(volume) << wbImage_getHeight(volume) << wbImage_getChannels(volume) << ' ' << flag
            << ' ' << std::accumulate(values.begin(), values.end(), 0.0f) << std::endl;
  wbImage_delete(volume);
}
"""
    (tmp_path / "a.ppm").write_bytes(b"S6\n2 3 2\n1\n" + bytes(range(12)))
    (tmp_path / "flag.raw").write_text("2\n", encoding="utf-8")
    done = run_program(text, "a.ppm", "flag.raw", "none.raw", fresh=True)
    assert (done.code, done.output) == (0, "232 2 66\n")


WITH_AN_IMAGE = """\
#include <wb.h>

int main(int argc, char **argv) {
  wbArg_t args = wbArg_read(argc, argv);
  wbImage_t image = wbImport(wbArg_getInputFile(args, 0));
  wbImage_getData(image)[0] += 1.0f / 255;
  bool written = wbExport("new.ppm", image);
  wbLog(TRACE, "written ", written);
  wbSolution(args, image);
  wbImage_delete(image);
  return 0;
}
"""


@pytest.mark.parametrize(("level", "said"), [(7, "The solution is correct"), (30, "did not match")])
def test_an_image_may_differ_by_one_level(run_program: RunProgram, tmp_path: Path, level: int, said: str) -> None:
    """How a grey level is rounded is nobody's mistake. A program that is run writes no file, and is told so."""
    for name, first in (("a.ppm", 7), ("e.ppm", level)):
        (tmp_path / name).write_bytes(b"P6\n2 1\n255\n" + bytes([first, 50, 60, 70, 80, 90]))
    done = run_program(WITH_AN_IMAGE, "-e", "e.ppm", "-i", "a.ppm", "-t", "image")
    assert "written 0\n" in done.output and said in done.output


def test_what_the_header_does_with_the_programs_memory_is_told_on_the_line_of_its_call(run_program: RunProgram) -> None:
    """Also where nothing but such calls follows."""
    text = """#include <wb.h>
int main(int argc, char **argv) {
  wbImage_t image = wbImage_new(8, 4);
  float *data = wbImage_getData(image);
  data[0] = 1;
  free(data);

  wbImage_delete(image);
  return 0;
}
"""
    done = run_program(text)
    assert (done.code, done.lines("wrong-free")) == (1, [8])
    assert "freed here before" in done.errors
    assert run_program(text.replace("free(data);", "")).code == 0


WITH_HELPERS = """\
#include <cstdio>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>

__global__ void twice(float *x) { x[threadIdx.x] *= 2; }

int main(int argc, char **argv) {
  findCudaDevice(argc, (const char **)argv);
  float x[32], y[32], *d_x;
  for (int i = 0; i < 32; ++i) x[i] = i, y[i] = 2 * i;
  StopWatchInterface *timer = NULL;
  sdkCreateTimer(&timer);
  sdkStartTimer(&timer);
  checkCudaErrors(cudaMalloc(&d_x, sizeof(x)));
  checkCudaErrors(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  twice<<<1, checkCmdLineFlag(argc, (const char **)argv, "big") ? 2048 : 32>>>(d_x);
  getLastCudaError("twice failed");
  checkCudaErrors(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaFree(d_x));
  sdkStopTimer(&timer);
  printf("%d %d\\n", sdkCompareL2fe(y, x, 32, 1e-6f), sdkGetTimerValue(&timer) >= 0);
  sdkDeleteTimer(&timer);
  return 0;
}
"""


def test_a_cuda_sample_finds_its_helpers(run_program: RunProgram) -> None:
    """Checks of errors, a timer, arguments and a comparison."""
    done = run_program(WITH_HELPERS)
    assert (done.code, done.errors, done.output.splitlines()[-1]) == (0, "", "1 1")


def test_an_error_that_a_sample_checks_ends_it_and_is_told_on_the_launch(run_program: RunProgram) -> None:
    """The line is that of the launch, not that of the check."""
    done = run_program(WITH_HELPERS, "--big")
    assert "getLastCudaError() CUDA error : twice failed : (9) invalid configuration argument" in done.errors
    assert done.lines("invalid-launch") == [17]


WITH_IMAGES = """\
#include <cstdio>
#include <helper_cuda.h>
#include <helper_functions.h>

__global__ void half_of(float *pixels) { pixels[threadIdx.x] /= 2; }

int main(int argc, char **argv) {
  char *path = sdkFindFilePath("grey.pgm", argv[0]), *none = sdkFindFilePath("other.pgm", argv[0]);
  float *pixels = NULL, *reference = NULL, *d_pixels;
  unsigned width, height, count = 0;
  if (!path || none || !sdkLoadPGM(path, &pixels, &width, &height)) return 1;
  if (!sdkReadFile("expected.txt", &reference, &count, false) || count != width * height) return 2;
  checkCudaErrors(cudaMalloc(&d_pixels, count * sizeof(float)));
  checkCudaErrors(cudaMemcpy(d_pixels, pixels, count * sizeof(float), cudaMemcpyHostToDevice));
  half_of<<<1, count>>>(d_pixels);
  checkCudaErrors(cudaMemcpy(pixels, d_pixels, count * sizeof(float), cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaFree(d_pixels));
  unsigned char *colours = NULL;
  if (!sdkLoadPPM4ub("data/colour.ppm", &colours, &width, &height)) return 3;
  printf("%d %d\\n", compareData(reference, pixels, count, 1e-6f, 0), compareData(pixels, reference, 1, 0.0f, 0));
  printf("%u %u: %c%c%c%d %c\\n", width, height, colours[0], colours[1], colours[2], colours[3], colours[4]);
  printf("%d\\n", sdkComparePGM(path, "data/colour.ppm", 1, 0, false));
  free(path), free(pixels), free(reference), free(colours);
  return 0;
}
"""


def test_a_cuda_sample_finds_reads_and_compares_its_images(run_program: RunProgram, tmp_path: Path) -> None:
    """Of PGM as shares of 255, of PPM with a fourth byte for each pixel."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "grey.pgm").write_bytes(b"P5\n# two rows\n2 2\n255\n" + bytes([0, 51, 102, 255]))
    (tmp_path / "data" / "colour.ppm").write_bytes(b"P6 2 1 255\nabcdef")
    (tmp_path / "expected.txt").write_text("0 0.1 0.2 0.5\n", encoding="utf-8")
    done = run_program(WITH_IMAGES)
    assert (done.code, done.errors, done.output) == (0, "", "1 1\n2 1: abc0 d\n0\n")

// Each function of cublas_v2.h, compared with what the host computes.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cublas_v2.h>

#define CHECK(call)                                                                                    \
  if (cublasStatus_t status = (call)) {                                                                \
    std::printf("line %d: %s\n", __LINE__, cublasGetStatusString(status));                             \
    std::exit(1);                                                                                      \
  }
#define CUDA(call)                                                                                     \
  if (cudaError_t error = (call)) {                                                                    \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));                                 \
    std::exit(1);                                                                                      \
  }

typedef float real;
const int M = 37, N = 18, K = 21, LD = 41, MATRIX = LD * LD, ALL = 2 * MATRIX, COUNT = 300;
int wrong = 0;

struct Array {
  std::vector<real> host;
  real *device;
  explicit Array(int period) : host(ALL) {
    for (int i = 0; i < ALL; i++) host[i] = real(i * 5 % period - period / 2);
    CUDA(cudaMalloc(&device, ALL * sizeof(real)));
    put();
  }
  ~Array() { CUDA(cudaFree(device)); }
  void put() { CHECK(cublasSetVector(ALL, sizeof(real), host.data(), 1, device, 1)); }
  void compare(const char *what, const std::vector<real> &expected) {
    std::vector<real> made(ALL);
    CHECK(cublasGetVector(ALL, sizeof(real), device, 1, made.data(), 1));
    for (int i = 0; i < ALL; i++)
      if (!(std::fabs(made[i] - expected[i]) <= 1e-5 * (1 + std::fabs(expected[i])))) {
        std::printf("%s: element %d is %g, not %g\n", what, i, double(made[i]), double(expected[i]));
        wrong++;
        break;
      }
    put();
  }
};

real cell(const Array &A, bool transposed, int row, int column, int matrix = 0) {
  return A.host[matrix * MATRIX + (transposed ? column + row * LD : row + column * LD)];
}
cublasOperation_t op(bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; }

int main() {
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle));
  cudaStream_t stream, same;
  CUDA(cudaStreamCreate(&stream));
  CHECK(cublasSetStream(handle, stream));
  CHECK(cublasGetStream(handle, &same));
  wrong += same != stream;
  CUDA(cudaStreamSynchronize(stream));
  const real two = 2, half = real(0.5), both[] = {2, real(0.5), 0, 0};
  real *numbers, **lists, *each[6];
  Array A(7), B(11), C(3), x(13), y(5);
  CUDA(cudaMalloc(&numbers, sizeof(both)));
  CUDA(cudaMalloc(&lists, sizeof(each)));
  for (int n = 0; n < 2; n++)
    each[n] = A.device + n * MATRIX, each[2 + n] = B.device + n * MATRIX, each[4 + n] = C.device + n * MATRIX;
  CUDA(cudaMemcpy(numbers, both, sizeof(both), cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(lists, each, sizeof(each), cudaMemcpyHostToDevice));

  for (int kind = 0; kind < 4; kind++) {
    const bool a = kind & 1, b = kind & 2;
    std::vector<real> expected = C.host, first;
    for (int matrix = 0; matrix < 2; matrix++) {
      for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
          real sum = 0, &to = expected[matrix * MATRIX + i + j * LD];
          for (int p = 0; p < K; p++) sum += cell(A, a, i, p, matrix) * cell(B, b, p, j, matrix);
          to = 2 * sum + to / 2;
        }
      if (!matrix) first = expected;
    }
    CHECK(cublasSgemm(handle, op(a), op(b), M, N, K, &two, A.device, LD, B.device, LD, &half, C.device, LD));
    CUDA(cudaStreamSynchronize(stream));
    C.compare("gemm", first);
    CHECK(cublasSgemmStridedBatched(handle, op(a), op(b), M, N, K, &two, A.device, LD, MATRIX, B.device, LD, MATRIX, &half,
                                    C.device, LD, MATRIX, 2));
    CUDA(cudaStreamSynchronize(stream));
    C.compare("gemmStridedBatched", expected);
    CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    CHECK(cublasSgemmBatched(handle, op(a), op(b), M, N, K, numbers, lists, LD, lists + 2, LD, numbers + 1, lists + 4, LD,
                             2));
    CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    CUDA(cudaStreamSynchronize(stream));
    C.compare("gemmBatched", expected);
    expected = C.host;
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) expected[i + j * LD] = 2 * cell(A, a, i, j) + cell(B, b, i, j) / 2;
    CHECK(cublasSgeam(handle, op(a), op(b), M, N, &two, A.device, LD, &half, B.device, LD, C.device, LD));
    CUDA(cudaStreamSynchronize(stream));
    C.compare("geam", expected);
    if (b) continue;
    const int rows = a ? N : M, columns = a ? M : N;
    expected = y.host;
    for (int i = 0; i < rows; i++) {
      real sum = 0;
      for (int j = 0; j < columns; j++) sum += cell(A, a, i, j) * x.host[3 * (columns - 1 - j)];
      expected[2 * i] = 2 * sum + expected[2 * i] / 2;
    }
    CHECK(cublasSgemv(handle, op(a), M, N, &two, A.device, LD, x.device, -3, &half, y.device, 2));
    CUDA(cudaStreamSynchronize(stream));
    y.compare("gemv", expected);
  }

  CHECK(cublasSetStream(handle, 0));
  std::vector<real> expected = C.host;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) expected[i + j * LD] += 2 * x.host[2 * i] * y.host[3 * (N - 1 - j)];
  CHECK(cublasSger(handle, M, N, &two, x.device, 2, y.device, -3, C.device, LD));
  C.compare("ger", expected);
  expected = y.host;
  for (int i = 0; i < COUNT; i++) expected[2 * i] += 2 * x.host[3 * i];
  CHECK(cublasSaxpy(handle, COUNT, &two, x.device, 3, y.device, 2));
  y.compare("axpy", expected);
  expected = x.host;
  for (int i = 0; i < COUNT; i++) expected[2 * i] *= 2;
  CHECK(cublasSscal(handle, COUNT, &two, x.device, 2));
  x.compare("scal", expected);
  expected = y.host;
  for (int i = 0; i < COUNT; i++) expected[COUNT - 1 - i] = x.host[2 * i];
  CHECK(cublasScopy(handle, COUNT, x.device, 2, y.device, -1));
  y.compare("copy", expected);
  std::vector<real> other = x.host;
  expected = y.host;
  for (int i = 0; i < COUNT; i++) std::swap(expected[i], other[2 * i]);
  CHECK(cublasSswap(handle, COUNT, x.device, 2, y.device, 1));
  y.compare("swap", expected);
  x.compare("swap", other);

  real dot, norm, there, sum, squares = 0, products = 0, sizes = 0;
  int most, least, largest = 0, smallest = 0;
  for (int i = 0; i < COUNT; i++) {
    const real size = std::fabs(x.host[2 * i]);
    squares += size * size, sizes += size, products += x.host[2 * i] * y.host[i];
    if (size > std::fabs(x.host[2 * largest])) largest = i;
    if (size < std::fabs(x.host[2 * smallest])) smallest = i;
  }
  CHECK(cublasSdot(handle, COUNT, x.device, 2, y.device, 1, &dot));
  CHECK(cublasSnrm2(handle, COUNT, x.device, 2, &norm));
  CHECK(cublasSasum(handle, COUNT, x.device, 2, &sum));
  CHECK(cublasIsamax(handle, COUNT, x.device, 2, &most));
  CHECK(cublasIsamin(handle, COUNT, x.device, 2, &least));
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CHECK(cublasSnrm2(handle, COUNT, x.device, 2, numbers + 2));
  CUDA(cudaMemcpy(&there, numbers + 2, sizeof(real), cudaMemcpyDeviceToHost));
  if (dot != products || std::fabs(norm * norm - squares) > 1e-5 * squares || there != norm || sum != sizes ||
      most != largest + 1 || least != smallest + 1) {
    std::printf("dot %g, nrm2 %g and %g, asum %g, amax %d, amin %d\n", double(dot), double(norm), double(there),
                double(sum), most, least);
    wrong++;
  }

  std::vector<real> part(M * N);
  CHECK(cublasGetMatrix(M, N, sizeof(real), A.device, LD, part.data(), M));
  for (int i = 0; i < M * N; i++) wrong += part[i] != cell(A, false, i % M, i / M);
  CUDA(cudaFree(numbers));
  CUDA(cudaFree(lists));
  CUDA(cudaStreamDestroy(stream));
  CHECK(cublasDestroy(handle));
  std::puts(wrong ? "wrong" : "right");
  return wrong != 0;
}

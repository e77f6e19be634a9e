// The kernels behind cublas_v2.h, for both halves. Matrices are stored column by column. A finding in one of them is told
// on the line that calls the library, by the names that parameters have here: those of NVIDIA's documentation.
#pragma once
#define GRADER_SIDE 32  // of a tile of the result; a block has 16×16 threads, each with 2×2 cells
#define GRADER_DEEP 16
#define GRADER_THREADS 256

#ifdef GRADER_FN  // the host half compiles no kernel
__device__ double grader_root(double x);
#else
__device__ double grader_root(double x) { return sqrt(x); }
#endif
// A number that the host has given, or where in device memory it is.
template <class T> __device__ T grader_number(T value, const T *at) { return at ? *at : value; }
// Where a vector begins: one with a negative step is gone through from its end.
template <class T> __device__ T *grader_first(T *x, int n, int step) {
  return step < 0 ? x - (long long)(n - 1) * step : x;
}

template <class T>
__device__ void grader_product(bool transa, bool transb, int m, int n, int k, T alpha, const T *A, int lda, const T *B,
                               int ldb, T beta, T *C, int ldc) {
  __shared__ T a[GRADER_DEEP][GRADER_SIDE], b[GRADER_DEEP][GRADER_SIDE];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * GRADER_SIDE + x, column = blockIdx.y * GRADER_SIDE;
  T sum[2][2] = {};
  if (alpha == T(0)) k = 0;
  for (int from = 0; from < k; from += GRADER_DEEP) {
    const long long p = from + y;
    for (int half = 0; half < GRADER_SIDE; half += 16) {
      const long long i = row + half, j = column + x + half;
      a[y][x + half] = i < m && p < k ? A[transa ? p + i * lda : i + p * lda] : T(0);
      b[y][x + half] = j < n && p < k ? B[transb ? j + p * ldb : p + j * ldb] : T(0);
    }
    __syncthreads();
    for (int p = 0; p < GRADER_DEEP; ++p) {
      const T left = a[p][x], right = a[p][x + 16], first = b[p][y], second = b[p][y + 16];
      sum[0][0] += left * first, sum[0][1] += left * second;
      sum[1][0] += right * first, sum[1][1] += right * second;
    }
    __syncthreads();
  }
  for (int down = 0; down < 2; ++down)
    for (int across = 0; across < 2; ++across) {
      const long long i = row + 16 * down, j = column + y + 16 * across;
      if (i >= m || j >= n) continue;
      const T made = alpha * sum[down][across];
      C[i + j * ldc] = beta == T(0) ? made : made + beta * C[i + j * ldc];
    }
}
template <class T>
__global__ void grader_gemm(bool transa, bool transb, int m, int n, int k, T alpha_value, const T *alpha, const T *A,
                            int lda, long long strideA, const T *B, int ldb, long long strideB, T beta_value,
                            const T *beta, T *C, int ldc, long long strideC) {
  const long long matrix = blockIdx.z;
  grader_product(transa, transb, m, n, k, grader_number(alpha_value, alpha), A + matrix * strideA, lda,
                 B + matrix * strideB, ldb, grader_number(beta_value, beta), C + matrix * strideC, ldc);
}
template <class T>
__global__ void grader_gemm_batched(bool transa, bool transb, int m, int n, int k, T alpha_value, const T *alpha,
                                    const T *const *Aarray, int lda, const T *const *Barray, int ldb, T beta_value,
                                    const T *beta, T *const *Carray, int ldc) {
  const int matrix = blockIdx.z;
  grader_product(transa, transb, m, n, k, grader_number(alpha_value, alpha), Aarray[matrix], lda, Barray[matrix], ldb,
                 grader_number(beta_value, beta), Carray[matrix], ldc);
}
// C = alpha·op(A) + beta·op(B): of a factor of 0 the matrix is not read.
template <class T>
__global__ void grader_geam(bool transa, bool transb, int m, int n, T alpha_value, const T *alpha, const T *A, int lda,
                            T beta_value, const T *beta, const T *B, int ldb, T *C, int ldc) {
  const long long i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= m) return;
  const T by = grader_number(alpha_value, alpha), other = grader_number(beta_value, beta);
  T made = by == T(0) ? T(0) : by * A[transa ? j + i * lda : i + j * lda];
  if (other != T(0)) made += other * B[transb ? j + i * ldb : i + j * ldb];
  C[i + j * ldc] = made;
}

// y = alpha·op(A)·x + beta·y, a thread for each element of y.
template <class T>
__global__ void grader_gemv(bool trans, int m, int n, T alpha_value, const T *alpha, const T *A, int lda, const T *x,
                            int incx, T beta_value, const T *beta, T *y, int incy) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, rows = trans ? n : m, columns = trans ? m : n;
  if (i >= rows) return;
  const T by = grader_number(alpha_value, alpha), keep = grader_number(beta_value, beta);
  x = grader_first(x, columns, incx), y = grader_first(y, rows, incy);
  T sum = 0;
  for (long long j = 0; by != T(0) && j < columns; ++j)
    sum += A[trans ? j + (long long)i * lda : i + j * lda] * x[j * incx];
  T &to = y[(long long)i * incy];
  to = keep == T(0) ? by * sum : by * sum + keep * to;
}
// A += alpha·x·yᵀ
template <class T>
__global__ void grader_ger(int m, int n, T alpha_value, const T *alpha, const T *x, int incx, const T *y, int incy, T *A,
                           int lda) {
  const long long i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= m) return;
  A[i + j * lda] +=
      grader_number(alpha_value, alpha) * grader_first(x, m, incx)[i * incx] * grader_first(y, n, incy)[j * incy];
}

template <class T>
__global__ void grader_axpy(int n, T alpha_value, const T *alpha, const T *x, int incx, T *y, int incy) {
  const long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) grader_first(y, n, incy)[i * incy] += grader_number(alpha_value, alpha) * grader_first(x, n, incx)[i * incx];
}
template <class T> __global__ void grader_copy(int n, const T *x, int incx, T *y, int incy) {
  const long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) grader_first(y, n, incy)[i * incy] = grader_first(x, n, incx)[i * incx];
}
template <class T> __global__ void grader_swap(int n, T *x, int incx, T *y, int incy) {
  const long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T &one = grader_first(x, n, incx)[i * incx], &two = grader_first(y, n, incy)[i * incy];
  const T kept = one;
  one = two, two = kept;
}
template <class T> __global__ void grader_scal(int n, T alpha_value, const T *alpha, T *x, int incx) {
  const long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i * incx] *= grader_number(alpha_value, alpha);
}

// Sums of one block: of products, of squares (and its root), of absolute values.
enum { GRADER_DOT, GRADER_NRM2, GRADER_ASUM };
template <class T, int What>
__global__ void grader_sum(int n, const T *x, int incx, const T *y, int incy, T *result) {
  __shared__ double sums[GRADER_THREADS];
  const int thread = threadIdx.x;
  double sum = 0;
  if (What == GRADER_DOT) x = grader_first(x, n, incx), y = grader_first(y, n, incy);
  for (long long i = thread; i < n; i += GRADER_THREADS) {
    const double value = x[i * incx];
    sum += What == GRADER_DOT ? value * y[i * incy] : What == GRADER_NRM2 ? value * value : value < 0 ? -value : value;
  }
  sums[thread] = sum;
  for (int half = GRADER_THREADS / 2; half; half /= 2) {
    __syncthreads();
    if (thread < half) sums[thread] += sums[thread + half];
  }
  if (!thread) *result = What == GRADER_NRM2 ? grader_root(sums[0]) : sums[0];
}
// The number, from 1, of the first element whose absolute value is the largest or the smallest one.
template <class T, bool Least> __global__ void grader_extreme(int n, const T *x, int incx, int *result) {
  __shared__ T values[GRADER_THREADS];
  __shared__ int places[GRADER_THREADS];
  const int thread = threadIdx.x;
  int best = 0;
  T most = 0;
  for (int i = thread; i < n; i += GRADER_THREADS) {
    const T value = x[(long long)i * incx], size = value < 0 ? -value : value;
    if (!best || (Least ? size < most : size > most)) most = size, best = i + 1;
  }
  values[thread] = most, places[thread] = best;
  for (int half = GRADER_THREADS / 2; half; half /= 2) {
    __syncthreads();
    const int other = thread < half ? places[thread + half] : 0, own = places[thread];
    if (!other) continue;
    const T theirs = values[thread + half], mine = values[thread];
    const bool beyond = Least ? theirs < mine : theirs > mine;
    if (!own || beyond || (theirs == mine && other < own)) values[thread] = theirs, places[thread] = other;
  }
  if (!thread) *result = places[0];
}

// Read by cublas_v2.h once for each type: what a function refuses, in the order of NVIDIA's documentation, and its launch.
// NB: no #pragma once.
static inline cublasStatus_t GRADER_F(gemmStridedBatched)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const GRADER_T *alpha, const GRADER_T *A, int lda, long long strideA, const GRADER_T *B, int ldb, long long strideB,
    const GRADER_T *beta, GRADER_T *C, int ldc, long long strideC, int batchCount, GRADER_AT) {
  GRADER_HANDLE
  GRADER_PRODUCT(batchCount)
  const dim3 grid((m + GRADER_SIDE - 1) / GRADER_SIDE, (n + GRADER_SIDE - 1) / GRADER_SIDE, batchCount);
  return grader_run(handle, grader_gemm<GRADER_T>, grid, dim3(16, 16), GRADER_HERE, transa != 0, transb != 0, m, n, k,
                    GRADER_NUMBER(alpha), A, lda, strideA, B, ldb, strideB, GRADER_NUMBER(beta), C, ldc, strideC);
}
static inline cublasStatus_t GRADER_F(gemm)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const GRADER_T *alpha, const GRADER_T *A, int lda, const GRADER_T *B, int ldb, const GRADER_T *beta, GRADER_T *C,
    int ldc, GRADER_AT) {
  GRADER_HANDLE
  GRADER_PRODUCT(1)
  const dim3 grid((m + GRADER_SIDE - 1) / GRADER_SIDE, (n + GRADER_SIDE - 1) / GRADER_SIDE);
  return grader_run(handle, grader_gemm<GRADER_T>, grid, dim3(16, 16), GRADER_HERE, transa != 0, transb != 0, m, n, k,
                    GRADER_NUMBER(alpha), A, lda, 0, B, ldb, 0, GRADER_NUMBER(beta), C, ldc, 0);
}
// The pointers lie in device memory.
static inline cublasStatus_t GRADER_F(gemmBatched)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const GRADER_T *alpha, const GRADER_T *const A[], int lda, const GRADER_T *const B[], int ldb, const GRADER_T *beta,
    GRADER_T *const C[], int ldc, int batchCount, GRADER_AT) {
  GRADER_HANDLE
  GRADER_PRODUCT(batchCount)
  const dim3 grid((m + GRADER_SIDE - 1) / GRADER_SIDE, (n + GRADER_SIDE - 1) / GRADER_SIDE, batchCount);
  return grader_run(handle, grader_gemm_batched<GRADER_T>, grid, dim3(16, 16), GRADER_HERE, transa != 0, transb != 0, m,
                    n, k, GRADER_NUMBER(alpha), A, lda, B, ldb, GRADER_NUMBER(beta), C, ldc);
}
static inline cublasStatus_t GRADER_F(geam)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const GRADER_T *alpha,
    const GRADER_T *A, int lda, const GRADER_T *beta, const GRADER_T *B, int ldb, GRADER_T *C, int ldc, GRADER_AT) {
  GRADER_HANDLE
  GRADER_REFUSE_IF(grader_no_operation(transa) || grader_no_operation(transb), "there is no such operation")
  GRADER_REFUSE_IF(m < 0 || n < 0, "a size is negative")
  GRADER_ROWS(lda, (transa ? n : m), "A")
  GRADER_ROWS(ldb, (transb ? n : m), "B")
  GRADER_ROWS(ldc, m, "C")
  GRADER_REFUSE_IF(!alpha || !beta, "alpha or beta is a null pointer")
  GRADER_REFUSE_IF((C == A && (transa || lda != ldc)) || (C == B && (transb || ldb != ldc)),
                   "C is one of the matrices that it is computed from, and of another form")
  if (!m || !n) return CUBLAS_STATUS_SUCCESS;
  return grader_run(handle, grader_geam<GRADER_T>, grader_blocks(m, n), dim3(GRADER_THREADS), GRADER_HERE, transa != 0,
                    transb != 0, m, n, GRADER_NUMBER(alpha), A, lda, GRADER_NUMBER(beta), B, ldb, C, ldc);
}

static inline cublasStatus_t GRADER_F(gemv)(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n, const GRADER_T *alpha, const GRADER_T *A, int lda,
    const GRADER_T *x, int incx, const GRADER_T *beta, GRADER_T *y, int incy, GRADER_AT) {
  GRADER_HANDLE
  GRADER_REFUSE_IF(grader_no_operation(trans), "there is no such operation")
  GRADER_REFUSE_IF(m < 0 || n < 0, "a size is negative")
  GRADER_REFUSE_IF(!incx || !incy, "a step is 0")
  GRADER_ROWS(lda, m, "A")
  GRADER_REFUSE_IF(!alpha || !beta, "alpha or beta is a null pointer")
  if (!m || !n) return CUBLAS_STATUS_SUCCESS;
  return grader_run(handle, grader_gemv<GRADER_T>, grader_blocks(trans ? n : m), dim3(GRADER_THREADS), GRADER_HERE,
                    trans != 0, m, n, GRADER_NUMBER(alpha), A, lda, x, incx, GRADER_NUMBER(beta), y, incy);
}
static inline cublasStatus_t GRADER_F(ger)(
    cublasHandle_t handle, int m, int n, const GRADER_T *alpha, const GRADER_T *x, int incx, const GRADER_T *y, int incy,
    GRADER_T *A, int lda, GRADER_AT) {
  GRADER_HANDLE
  GRADER_REFUSE_IF(m < 0 || n < 0, "a size is negative")
  GRADER_REFUSE_IF(!incx || !incy, "a step is 0")
  GRADER_ROWS(lda, m, "A")
  GRADER_REFUSE_IF(!alpha, "alpha is a null pointer")
  if (!m || !n || grader_is(handle, alpha, 0)) return CUBLAS_STATUS_SUCCESS;
  return grader_run(handle, grader_ger<GRADER_T>, grader_blocks(m, n), dim3(GRADER_THREADS), GRADER_HERE, m, n,
                    GRADER_NUMBER(alpha), x, incx, y, incy, A, lda);
}

static inline cublasStatus_t GRADER_F(axpy)(
    cublasHandle_t handle, int n, const GRADER_T *alpha, const GRADER_T *x, int incx, GRADER_T *y, int incy, GRADER_AT) {
  GRADER_HANDLE
  GRADER_REFUSE_IF(!alpha, "alpha is a null pointer")
  if (n <= 0 || grader_is(handle, alpha, 0)) return CUBLAS_STATUS_SUCCESS;
  return grader_run(handle, grader_axpy<GRADER_T>, grader_blocks(n), dim3(GRADER_THREADS), GRADER_HERE, n,
                    GRADER_NUMBER(alpha), x, incx, y, incy);
}
static inline cublasStatus_t GRADER_F(copy)(
    cublasHandle_t handle, int n, const GRADER_T *x, int incx, GRADER_T *y, int incy, GRADER_AT) {
  GRADER_HANDLE
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return grader_run(handle, grader_copy<GRADER_T>, grader_blocks(n), dim3(GRADER_THREADS), GRADER_HERE, n, x, incx, y,
                    incy);
}
static inline cublasStatus_t GRADER_F(swap)(
    cublasHandle_t handle, int n, GRADER_T *x, int incx, GRADER_T *y, int incy, GRADER_AT) {
  GRADER_HANDLE
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return grader_run(handle, grader_swap<GRADER_T>, grader_blocks(n), dim3(GRADER_THREADS), GRADER_HERE, n, x, incx, y,
                    incy);
}
static inline cublasStatus_t GRADER_F(scal)(
    cublasHandle_t handle, int n, const GRADER_T *alpha, GRADER_T *x, int incx, GRADER_AT) {
  GRADER_HANDLE
  GRADER_REFUSE_IF(!alpha, "alpha is a null pointer")
  if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
  return grader_run(handle, grader_scal<GRADER_T>, grader_blocks(n), dim3(GRADER_THREADS), GRADER_HERE, n,
                    GRADER_NUMBER(alpha), x, incx);
}

// Of no elements the sum is 0, and no element is the largest.
static inline cublasStatus_t GRADER_F(dot)(
    cublasHandle_t handle, int n, const GRADER_T *x, int incx, const GRADER_T *y, int incy, GRADER_T *result, GRADER_AT) {
  GRADER_HANDLE
  GRADER_REFUSE_IF(!result, "there is no place for the result")
  return grader_result(handle, result, [&](GRADER_T *to) {
    return grader_run(handle, grader_sum<GRADER_T, GRADER_DOT>, dim3(1), dim3(GRADER_THREADS), GRADER_HERE, n, x, incx,
                      y, incy, to);
  }, GRADER_HERE);
}
#define GRADER_SUM(name, KIND)                                                                          \
  static inline cublasStatus_t GRADER_F(name)(                                                          \
      cublasHandle_t handle, int n, const GRADER_T *x, int incx, GRADER_T *result, GRADER_AT) {         \
    GRADER_HANDLE                                                                                       \
    GRADER_REFUSE_IF(!result, "there is no place for the result")                                       \
    return grader_result(handle, result, [&](GRADER_T *to) {                                            \
      return grader_run(handle, grader_sum<GRADER_T, KIND>, dim3(1), dim3(GRADER_THREADS), GRADER_HERE, \
                        incx > 0 ? n : 0, x, incx, NULL, 0, to);                                        \
    }, GRADER_HERE);                                                                                    \
  }
GRADER_SUM(nrm2, GRADER_NRM2)
GRADER_SUM(asum, GRADER_ASUM)
#undef GRADER_SUM
#define GRADER_EXTREME(name, LEAST)                                                                          \
  static inline cublasStatus_t GRADER_I(name)(                                                               \
      cublasHandle_t handle, int n, const GRADER_T *x, int incx, int *result, GRADER_AT) {                   \
    GRADER_HANDLE                                                                                            \
    GRADER_REFUSE_IF(!result, "there is no place for the result")                                            \
    return grader_result(handle, result, [&](int *to) {                                                      \
      return grader_run(handle, grader_extreme<GRADER_T, LEAST>, dim3(1), dim3(GRADER_THREADS), GRADER_HERE, \
                        incx > 0 ? n : 0, x, incx, to);                                                      \
    }, GRADER_HERE);                                                                                         \
  }
GRADER_EXTREME(amax, false)
GRADER_EXTREME(amin, true)
#undef GRADER_EXTREME

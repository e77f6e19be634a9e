// cuBLAS, as far as courses use it: its functions check what they are given and launch kernels of grader_blas.h on the
// handle's stream. They belong to the line that calls them.
#pragma once
#include "grader_cuda.h"
#include "grader_blas.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VERSION 120000
#define GRADER_STATUSES(STATUS)                                                              \
  STATUS(CUBLAS_STATUS_SUCCESS, 0, "success")                                                \
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED, 1, "the library was not initialized")                \
  STATUS(CUBLAS_STATUS_ALLOC_FAILED, 3, "the resource allocation failed")                    \
  STATUS(CUBLAS_STATUS_INVALID_VALUE, 7, "an invalid value was used as an argument")         \
  STATUS(CUBLAS_STATUS_ARCH_MISMATCH, 8, "an absent device architectural feature is required") \
  STATUS(CUBLAS_STATUS_MAPPING_ERROR, 11, "an access to GPU memory space failed")            \
  STATUS(CUBLAS_STATUS_EXECUTION_FAILED, 13, "the GPU program failed to execute")            \
  STATUS(CUBLAS_STATUS_INTERNAL_ERROR, 14, "an internal operation failed")                   \
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED, 15, "the functionality requested is not supported")    \
  STATUS(CUBLAS_STATUS_LICENSE_ERROR, 16, "the functionality requested requires some license")
#define GRADER_ONE(name, number, words) name = number,
enum [[nodiscard]] cublasStatus_t { GRADER_STATUSES(GRADER_ONE) };  // so that Clang says whose status is not looked at
#undef GRADER_ONE
#define GRADER_NAME(name, number, words) case number: return #name;
#define GRADER_WORDS(name, number, words) case number: return words;
static inline const char *cublasGetStatusName(cublasStatus_t status) {
  switch ((int)status) { GRADER_STATUSES(GRADER_NAME) }
  return "unknown error";
}
static inline const char *cublasGetStatusString(cublasStatus_t status) {
  switch ((int)status) { GRADER_STATUSES(GRADER_WORDS) }
  return "unknown error";
}
#undef GRADER_NAME
#undef GRADER_WORDS

enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3
};
// What functions that are not there are given: it is they that are told of.
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 };

// What a handle is, and room in device memory for a result that goes to the host. Without it, it is destroyed.
struct cublasContext {
  cudaStream_t stream;
  cublasPointerMode_t mode;
  cublasMath_t math;
  void *result;
};
typedef struct cublasContext *cublasHandle_t;

// Tell which function refuses what it is given, and why; return the status.
template <class... Numbers>
static inline cublasStatus_t grader_refused(
    const char *function, int line, const char *file, cublasStatus_t status, const char *why, Numbers... numbers) {
  char said[128];
  snprintf(said, sizeof said, why, numbers...);
  grader_library_fails(function, cublasGetStatusName(status), said, line, file);
  return status;
}
#define GRADER_REFUSE_IF(wrong, ...) \
  if (wrong) return grader_refused(__func__, GRADER_HERE, CUBLAS_STATUS_INVALID_VALUE, __VA_ARGS__);
#define GRADER_HANDLE                                                                  \
  if (!handle || !handle->result)                                                      \
    return grader_refused(__func__, GRADER_HERE, CUBLAS_STATUS_NOT_INITIALIZED, handle \
                          ? "the handle is destroyed" : "the handle is a null pointer");
#define GRADER_ROWS(ld, rows, name) \
  GRADER_REFUSE_IF(ld < grader_most(1, rows), #ld " is %d, and " name " has %d rows", ld, rows)

static inline cublasStatus_t cublasCreate(cublasHandle_t *handle, GRADER_AT) {
  GRADER_REFUSE_IF(!handle, "there is no place for the handle")
  void *result = NULL;
  if (cudaMallocAsync(&result, 16, 0, GRADER_HERE)) return CUBLAS_STATUS_ALLOC_FAILED;
  *handle = (cublasHandle_t)malloc(sizeof **handle);
  **handle = {0, CUBLAS_POINTER_MODE_HOST, CUBLAS_DEFAULT_MATH, result};
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle, GRADER_AT) {
  GRADER_HANDLE
  cudaError_t error = cudaFree(handle->result, GRADER_HERE);
  handle->result = NULL;
  return error ? CUBLAS_STATUS_INTERNAL_ERROR : CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream, GRADER_AT) {
  GRADER_HANDLE
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream, GRADER_AT) {
  GRADER_HANDLE
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode, GRADER_AT) {
  GRADER_HANDLE
  GRADER_REFUSE_IF(mode != CUBLAS_POINTER_MODE_HOST && mode != CUBLAS_POINTER_MODE_DEVICE, "there is no such mode")
  handle->mode = mode;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode, GRADER_AT) {
  GRADER_HANDLE
  *mode = handle->mode;
  return CUBLAS_STATUS_SUCCESS;
}
// Numbers are computed in their own precision, whatever is allowed.
static inline cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode, GRADER_AT) {
  GRADER_HANDLE
  handle->math = mode;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode, GRADER_AT) {
  GRADER_HANDLE
  *mode = handle->math;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t, GRADER_AT) {
  GRADER_HANDLE
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version, GRADER_AT) {
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

// --- vectors and matrices from and to the host

static inline cublasStatus_t grader_moved(const char *function, long long rows, long long columns, long long size,
                                          const void *from, long long ld_from, void *to, long long ld_to,
                                          cudaMemcpyKind kind, bool waits, cudaStream_t stream, GRADER_AT) {
  const char *why = rows < 0 || columns < 0           ? "a size is negative"
                    : size <= 0                       ? "the size of an element is not positive"
                    : ld_from < rows || ld_to < rows  ? "a leading dimension is less than the number of rows"
                    : ld_from <= 0 || ld_to <= 0      ? "a step or a leading dimension is not positive"
                                                      : NULL;
  if (why) return grader_refused(function, GRADER_HERE, CUBLAS_STATUS_INVALID_VALUE, why);
  if (!rows || !columns) return CUBLAS_STATUS_SUCCESS;
  if (ld_from == rows && ld_to == rows) rows *= columns, columns = 1, ld_from = ld_to = rows;
  cudaError_t error =
      waits ? columns == 1 ? cudaMemcpy(to, from, rows * size, kind, GRADER_HERE)
                           : cudaMemcpy2D(to, ld_to * size, from, ld_from * size, rows * size, columns, kind, GRADER_HERE)
            : cudaMemcpy2DAsync(to, ld_to * size, from, ld_from * size, rows * size, columns, kind, stream, GRADER_HERE);
  return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}
// A vector with steps is a matrix of one row.
#define GRADER_MOVES(Name, kind)                                                                             \
  static inline cublasStatus_t cublas##Name##Vector(int n, int size, const void *x, int incx, void *y, int incy,       \
                                                    GRADER_AT) {                                                       \
    return grader_moved(__func__, 1, n, size, x, incx, y, incy, kind, true, 0, GRADER_HERE);                           \
  }                                                                                                                    \
  static inline cublasStatus_t cublas##Name##VectorAsync(int n, int size, const void *x, int incx, void *y, int incy,  \
                                                         cudaStream_t stream, GRADER_AT) {                             \
    return grader_moved(__func__, 1, n, size, x, incx, y, incy, kind, false, stream, GRADER_HERE);                     \
  }                                                                                                                    \
  static inline cublasStatus_t cublas##Name##Matrix(int rows, int cols, int size, const void *A, int lda, void *B,     \
                                                    int ldb, GRADER_AT) {                                              \
    return grader_moved(__func__, rows, cols, size, A, lda, B, ldb, kind, true, 0, GRADER_HERE);                       \
  }                                                                                                                    \
  static inline cublasStatus_t cublas##Name##MatrixAsync(int rows, int cols, int size, const void *A, int lda,         \
                                                         void *B, int ldb, cudaStream_t stream, GRADER_AT) {           \
    return grader_moved(__func__, rows, cols, size, A, lda, B, ldb, kind, false, stream, GRADER_HERE);                 \
  }
GRADER_MOVES(Set, cudaMemcpyHostToDevice)
GRADER_MOVES(Get, cudaMemcpyDeviceToHost)
#undef GRADER_MOVES

// --- launches

template <class T> struct GraderSame { typedef T type; };
template <class... Parameters>
static inline cublasStatus_t grader_run(cublasHandle_t handle, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                        int line, const char *file, typename GraderSame<Parameters>::type... given) {
  void *passed[] = {(void *)&given...};
  bool failed = grader_launch((const void *)kernel, grid, block, passed, 0, handle->stream, line, file) != cudaSuccess;
  return failed ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}
// Threads for n elements, and blocks for so many, in each column and of each matrix.
static inline dim3 grader_blocks(int n, int columns = 1) { return dim3((n + GRADER_THREADS - 1) / GRADER_THREADS, columns); }
// A number is where the pointer mode says: its value for the kernel, or its place.
template <class T> static inline T grader_value(cublasHandle_t handle, const T *at) {
  return handle->mode == CUBLAS_POINTER_MODE_HOST ? *at : T(0);
}
template <class T> static inline const T *grader_place(cublasHandle_t handle, const T *at) {
  return handle->mode == CUBLAS_POINTER_MODE_HOST ? NULL : at;
}
#define GRADER_NUMBER(at) grader_value(handle, at), grader_place(handle, at)
// Whether a number is this one, where the host knows it.
template <class T> static inline bool grader_is(cublasHandle_t handle, const T *at, int value) {
  return handle->mode == CUBLAS_POINTER_MODE_HOST && *at == T(value);
}
// A result, too: `make` launches what computes it, given where it goes.
template <class T, class Make>
static inline cublasStatus_t grader_result(cublasHandle_t handle, T *result, Make make, int line, const char *file) {
  if (handle->mode == CUBLAS_POINTER_MODE_DEVICE) return make(result);
  cublasStatus_t status = make((T *)handle->result);
  if (status) return status;
  cudaError_t error = cudaMemcpyAsync(result, handle->result, sizeof *result, cudaMemcpyDeviceToHost, handle->stream, line, file);
  if (!error) error = cudaStreamSynchronize(handle->stream, line, file);
  return error ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}
static inline bool grader_no_operation(cublasOperation_t op) { return op < CUBLAS_OP_N || op > CUBLAS_OP_C; }
static inline int grader_most(int one, int other) { return one > other ? one : other; }

#define GRADER_PRODUCT(matrices)                                                                              \
  GRADER_REFUSE_IF(grader_no_operation(transa) || grader_no_operation(transb), "there is no such operation") \
  GRADER_REFUSE_IF(m < 0 || n < 0 || k < 0 || (matrices) < 0, "a size is negative")                          \
  GRADER_ROWS(lda, (transa ? k : m), "A")                                                                    \
  GRADER_ROWS(ldb, (transb ? n : k), "B")                                                                    \
  GRADER_ROWS(ldc, m, "C")                                                                                   \
  GRADER_REFUSE_IF(!alpha || !beta, "alpha or beta is a null pointer")                                       \
  if (!m || !n || !(matrices) || (grader_is(handle, beta, 1) && (!k || grader_is(handle, alpha, 0))))        \
    return CUBLAS_STATUS_SUCCESS;
#define GRADER_T float
#define GRADER_F(name) cublasS##name
#define GRADER_I(name) cublasIs##name
#include "grader_blas_calls.h"
#undef GRADER_T
#undef GRADER_F
#undef GRADER_I
#define GRADER_T double
#define GRADER_F(name) cublasD##name
#define GRADER_I(name) cublasId##name
#include "grader_blas_calls.h"
#undef GRADER_T
#undef GRADER_F
#undef GRADER_I

// Of the types that this can be given, those that have functions of their own.
static inline cublasStatus_t cublasGemmEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void *alpha,
    const void *A, cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb, const void *beta, void *C,
    cudaDataType Ctype, int ldc, cublasComputeType_t, cublasGemmAlgo_t, GRADER_AT) {
  const bool alike = Atype == Btype && Btype == Ctype;
  if (alike && Ctype == CUDA_R_32F)
    return cublasSgemm(handle, transa, transb, m, n, k, (const float *)alpha, (const float *)A, lda, (const float *)B,
                       ldb, (const float *)beta, (float *)C, ldc, GRADER_HERE);
  if (alike && Ctype == CUDA_R_64F)
    return cublasDgemm(handle, transa, transb, m, n, k, (const double *)alpha, (const double *)A, lda,
                       (const double *)B, ldb, (const double *)beta, (double *)C, ldc, GRADER_HERE);
  grader_refuse("cublasGemmEx with other types than float and double", GRADER_HERE);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

// The names that functions have in the library itself.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasDgemv_v2 cublasDgemv
#define cublasSger_v2 cublasSger
#define cublasDger_v2 cublasDger
#define cublasSaxpy_v2 cublasSaxpy
#define cublasDaxpy_v2 cublasDaxpy
#define cublasSdot_v2 cublasSdot
#define cublasDdot_v2 cublasDdot
#define cublasSscal_v2 cublasSscal
#define cublasDscal_v2 cublasDscal
#define cublasSnrm2_v2 cublasSnrm2
#define cublasDnrm2_v2 cublasDnrm2
#define cublasSasum_v2 cublasSasum
#define cublasDasum_v2 cublasDasum
#define cublasScopy_v2 cublasScopy
#define cublasDcopy_v2 cublasDcopy
#define cublasSswap_v2 cublasSswap
#define cublasDswap_v2 cublasDswap
#define cublasIsamax_v2 cublasIsamax
#define cublasIdamax_v2 cublasIdamax
#define cublasIsamin_v2 cublasIsamin
#define cublasIdamin_v2 cublasIdamin

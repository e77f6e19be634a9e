#include <mma.h>
#include <cuda_fp16.h>

constexpr int WARPS_X = 4;
constexpr int WARPS_Y = 1;

namespace wm = nvcuda::wmma;

#define F 16
#define COLS (F * WARPS_X)
#define ROWS_ (F * WARPS_Y)

// copies a high x wide window of a matrix to shared memory, zeros outside of it
__device__ void window(half *to, const half *from, int r0, int c0, int high, int wide, int rows, int cols) {
    int count = 32 * WARPS_X * WARPS_Y;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < high * wide; i += count) {
        int r = r0 + i / wide;
        int c = c0 + i % wide;
        to[i] = r < rows && c < cols ? from[r * cols + c] : __float2half(0.f);
    }
}

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ half left[ROWS_ * F];
    __shared__ half right[F * COLS];
    __shared__ float cells[ROWS_ * COLS];

    const int my_row = threadIdx.y / WARPS_X * F;
    const int my_col = threadIdx.y % WARPS_X * F;
    const int r0 = blockIdx.y * ROWS_;
    const int c0 = blockIdx.x * COLS;

    wm::fragment<wm::accumulator, F, F, F, float> sum;
    wm::fill_fragment(sum, 0.f);

    const int steps = K / F;
    for (int s = 0; s < steps; ++s) {
        window(left, A, r0, s * F, ROWS_, F, M, K);
        window(right, B, s * F, c0, F, COLS, K, N);
        __syncthreads();
        wm::fragment<wm::matrix_a, F, F, F, half, wm::row_major> a;
        wm::fragment<wm::matrix_b, F, F, F, half, wm::row_major> b;
        wm::load_matrix_sync(a, left + my_row * F, F);
        wm::load_matrix_sync(b, right + my_col, COLS);
        wm::mma_sync(sum, a, b, sum);
        __syncthreads();
    }

    wm::store_matrix_sync(cells + my_row * COLS + my_col, sum, COLS, wm::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.y * 32 + threadIdx.x; i < ROWS_ * COLS; i += 32 * WARPS_X * WARPS_Y) {
        int r = r0 + i / COLS, c = c0 + i % COLS;
        if (r < M && c < N) C[r * N + c] = cells[i];
    }
}

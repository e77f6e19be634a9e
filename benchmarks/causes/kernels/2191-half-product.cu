#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;

using namespace nvcuda;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    constexpr int H = 16 * WARPS_Y, W = 16 * WARPS_X, THREADS = 32 * WARPS_X * WARPS_Y;
    __shared__ half a[H * 16];
    __shared__ half b[16 * W];
    __shared__ float c[H * W];

    const int t = threadIdx.y * 32 + threadIdx.x;
    const int row0 = blockIdx.y * H;
    const int col0 = blockIdx.x * W;
    const int wy = threadIdx.y / WARPS_X;
    const int wx = threadIdx.y % WARPS_X;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = t; i < H * 16; i += THREADS) {
            const int r = row0 + i / 16, k = k0 + i % 16;
            a[i] = r < M && k < K ? A[r * K + k] : __float2half(0.0f);
        }
        for (int i = t; i < 16 * W; i += THREADS) {
            const int k = k0 + i / W, col = col0 + i % W;
            b[i] = k < K && col < N ? B[k * N + col] : __float2half(0.0f);
        }
        __syncthreads();
        wmma::load_matrix_sync(fa, a + wy * 16 * 16, 16);
        wmma::load_matrix_sync(fb, b + wx * 16, 16);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncthreads();
    }

    wmma::store_matrix_sync(c + wy * 16 * W + wx * 16, fc, W, wmma::mem_row_major);
    __syncthreads();
    for (int i = t; i < H * W; i += THREADS) {
        const int r = row0 + i / W, col = col0 + i % W;
        if (r < M && col < N)
            C[r * N + col] = c[i];
    }
}

#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;
constexpr int HIGH = 16 * WARPS_Y;
constexpr int WIDE = 16 * WARPS_X;
constexpr int THREADS = 32 * WARPS_X * WARPS_Y;

using namespace nvcuda;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ half sa[HIGH * 16];
    __shared__ half sb[16 * WIDE];
    __shared__ float sc[HIGH * WIDE];

    int id = threadIdx.y * 32 + threadIdx.x;
    int wy = threadIdx.y / WARPS_X, wx = threadIdx.y % WARPS_X;
    int row0 = blockIdx.y * HIGH, col0 = blockIdx.x * WIDE;
    const half zero = __float2half(0.0f);

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;

    for (int k0 = 0; k0 < K; k0 += 16) {
        wmma::fill_fragment(fc, 0.0f);
        for (int e = id; e < HIGH * 16; e += THREADS) {
            int r = row0 + e / 16, k = k0 + e % 16;
            sa[e] = r < M && k < K ? A[r * K + k] : zero;
        }
        for (int e = id; e < 16 * WIDE; e += THREADS) {
            int k = k0 + e / WIDE, c = col0 + e % WIDE;
            sb[e] = k < K && c < N ? B[k * N + c] : zero;
        }
        __syncthreads();
        wmma::load_matrix_sync(fa, sa + wy * 16 * 16, 16);
        wmma::load_matrix_sync(fb, sb + wx * 16, WIDE);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncthreads();
    }

    wmma::store_matrix_sync(sc + wy * 16 * WIDE + wx * 16, fc, WIDE, wmma::mem_row_major);
    __syncthreads();
    for (int e = id; e < HIGH * WIDE; e += THREADS) {
        int r = row0 + e / WIDE, c = col0 + e % WIDE;
        if (r < M && c < N) C[r * N + c] = sc[e];
    }
}

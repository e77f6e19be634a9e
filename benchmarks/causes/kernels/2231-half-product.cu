#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;

using namespace nvcuda;

constexpr int HIGH = 16 * WARPS_Y;
constexpr int WIDE = 16 * WARPS_X;
constexpr int THREADS = 32 * WARPS_X * WARPS_Y;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ half sa[HIGH][16];
    __shared__ half sb[16][WIDE];
    __shared__ float sc[HIGH][WIDE];

    int t = threadIdx.y * 32 + threadIdx.x;
    int wx = threadIdx.y % WARPS_X;
    int wy = threadIdx.y / WARPS_X;
    int row0 = blockIdx.y * HIGH;
    int col0 = blockIdx.x * WIDE;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = t; e < HIGH * 16; e += THREADS) {
            int r = e / 16, c = e % 16;
            bool inside = row0 + r < M && k0 + c < K;
            sa[r][c] = inside ? A[(row0 + r) * K + k0 + c] : __float2half(0.0f);
        }
        for (int e = t; e < 16 * WIDE; e += THREADS) {
            int r = e / WIDE, c = e % WIDE;
            bool inside = k0 + r < K && col0 + c < N;
            sb[r][c] = inside ? B[(k0 + r) * N + col0 + c] : __float2half(0.0f);
        }
        __syncthreads();

        wmma::load_matrix_sync(fa, &sa[16 * wy][0], 16);
        wmma::load_matrix_sync(fb, &sb[0][16 * wx], 16);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncthreads();
    }

    wmma::store_matrix_sync(&sc[16 * wy][16 * wx], fc, WIDE, wmma::mem_row_major);
    __syncthreads();

    for (int e = t; e < HIGH * WIDE; e += THREADS) {
        int r = e / WIDE, c = e % WIDE;
        if (row0 + r < M && col0 + c < N)
            C[(row0 + r) * N + col0 + c] = sc[r][c];
    }
}

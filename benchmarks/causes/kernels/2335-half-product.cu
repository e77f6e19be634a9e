#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;

using namespace nvcuda;

constexpr int BM = 16 * WARPS_Y;
constexpr int BN = 16 * WARPS_X;
constexpr int THREADS = 32 * WARPS_X * WARPS_Y;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ half sa[BM][16];
    __shared__ half sb[16][BN];
    __shared__ float sc[BM][BN];

    const int tid = threadIdx.y * 32 + threadIdx.x;
    const int wy = threadIdx.y / WARPS_X * 16;
    const int wx = threadIdx.y % WARPS_X * 16;
    const int row0 = blockIdx.y * BM;
    const int col0 = blockIdx.x * BN;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;

    for (int k0 = 0; k0 < K; k0 += 16) {
        wmma::fill_fragment(fc, 0.0f);
        for (int e = tid; e < BM * 16; e += THREADS) {
            int r = e / 16, c = e % 16;
            sa[r][c] = (row0 + r < M && k0 + c < K) ? A[(row0 + r) * K + k0 + c] : __float2half(0.0f);
        }
        for (int e = tid; e < 16 * BN; e += THREADS) {
            int r = e / BN, c = e % BN;
            sb[r][c] = (k0 + r < K && col0 + c < N) ? B[(k0 + r) * N + col0 + c] : __float2half(0.0f);
        }
        __syncthreads();

        wmma::load_matrix_sync(fa, &sa[wy][0], 16);
        wmma::load_matrix_sync(fb, &sb[0][wx], BN);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncthreads();
    }

    wmma::store_matrix_sync(&sc[wy][wx], fc, BN, wmma::mem_row_major);
    __syncthreads();

    for (int e = tid; e < BM * BN; e += THREADS) {
        int r = e / BN, c = e % BN;
        if (row0 + r < M && col0 + c < N)
            C[(row0 + r) * N + col0 + c] = sc[r][c];
    }
}

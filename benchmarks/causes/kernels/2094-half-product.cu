#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;

using namespace nvcuda;

constexpr int F = 16;                         // side of a fragment
constexpr int BM = F * WARPS_Y;               // cells of a block, downwards
constexpr int BN = F * WARPS_X;               // and to the right
constexpr int THREADS = 32 * WARPS_X * WARPS_Y;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ half sa[BM * F];
    __shared__ half sb[F * BN];
    __shared__ float sc[BM * BN];

    const int warp = threadIdx.y;
    const int wx = warp % WARPS_X;
    const int wy = warp / WARPS_X;
    const int t = warp * 32 + threadIdx.x;
    const int row0 = blockIdx.y * BM;
    const int col0 = blockIdx.x * BN;
    const half zero = __float2half(0.0f);

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);

    for (int k0 = 0; k0 < K; k0 += F) {
        for (int e = t; e < BM * F; e += THREADS) {
            int r = row0 + e / F, k = k0 + e % F;
            sa[e] = r < M && k < K ? A[r * K + k] : zero;
        }
        for (int e = t; e < F * BN; e += THREADS) {
            int k = k0 + e / BN, c = col0 + e % BN;
            sb[e] = k < K && c < N ? B[k * K + c] : zero;
        }
        __syncthreads();
        wmma::load_matrix_sync(fa, sa + wy * F * F, F);
        wmma::load_matrix_sync(fb, sb + wx * F, BN);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncthreads();
    }

    wmma::store_matrix_sync(sc + wy * F * BN + wx * F, fc, BN, wmma::mem_row_major);
    __syncthreads();

    for (int e = t; e < BM * BN; e += THREADS) {
        int r = row0 + e / BN, c = col0 + e % BN;
        if (r < M && c < N)
            C[r * N + c] = sc[e];
    }
}

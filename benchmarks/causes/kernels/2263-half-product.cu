#include <mma.h>

constexpr int WARPS_X = 4;
constexpr int WARPS_Y = 2;

using namespace nvcuda;

constexpr int HIGH = 16 * WARPS_Y;                // rows of C of a block
constexpr int WIDE = 16 * WARPS_X;                // columns of C of a block
constexpr int THREADS = 32 * WARPS_X * WARPS_Y;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ half As[HIGH * 16];
    __shared__ half Bs[16 * WIDE];
    __shared__ float Cs[HIGH * WIDE];

    const int tid = threadIdx.y * 32 + threadIdx.x;
    const int wx = threadIdx.y % WARPS_X;
    const int wy = threadIdx.y / WARPS_X;
    const int row0 = blockIdx.y * HIGH;
    const int col0 = blockIdx.x * WIDE;
    const half zero = __float2half(0.0f);

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = tid; e < HIGH * 16; e += THREADS) {
            int r = row0 + e / 16;
            int k = k0 + e % 16;
            As[e] = (r < M && k < K) ? A[r * K + k] : zero;
        }
        for (int e = tid; e < 16 * WIDE; e += THREADS) {
            int k = k0 + e / WIDE;
            int c = col0 + e % WIDE;
            Bs[e] = (k < K && c < N) ? B[k * N + c] : zero;
        }
        __syncthreads();

        wmma::load_matrix_sync(fa, As + wy * 16 * 16, 16);
        wmma::load_matrix_sync(fb, Bs + wx * 16, 16);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncthreads();
    }

    wmma::store_matrix_sync(Cs + wy * 16 * WIDE + wx * 16, fc, WIDE, wmma::mem_row_major);
    __syncthreads();

    for (int e = tid; e < HIGH * WIDE; e += THREADS) {
        int r = row0 + e / WIDE;
        int c = col0 + e % WIDE;
        if (r < M && c < N)
            C[r * N + c] = Cs[e];
    }
}

#include <mma.h>

constexpr int WARPS_X = 4;
constexpr int WARPS_Y = 2;
constexpr int WIDE = 16 * WARPS_X;
constexpr int HIGH = 16 * WARPS_Y;
constexpr int THREADS = 32 * WARPS_X * WARPS_Y;

using namespace nvcuda;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ __align__(32) half As[HIGH][16];
    __shared__ __align__(32) half Bs[16][WIDE];
    __shared__ __align__(32) float Cs[HIGH][WIDE];

    const int t = threadIdx.y * 32 + threadIdx.x;
    const int wx = threadIdx.y % WARPS_X * 16;
    const int wy = threadIdx.y / WARPS_X * 16;
    const int row0 = blockIdx.y * HIGH;
    const int col0 = blockIdx.x * WIDE;
    const half zero = __float2half(0.0f);

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = t; e < HIGH * 16; e += THREADS) {
            const int r = e / 16, k = e % 16;
            As[r][k] = row0 + r < M && k0 + k < K ? A[(row0 + r) * K + k0 + k] : zero;
        }
        for (int e = t; e < 16 * WIDE; e += THREADS) {
            const int k = e / WIDE, q = e % WIDE;
            Bs[k][q] = k0 + k < K && col0 + q < N ? B[(k0 + k) * N + col0 + q] : zero;
        }
        __syncthreads();

        wmma::load_matrix_sync(a, &As[wy][0], 16);
        wmma::load_matrix_sync(b, &Bs[0][wx], 16);
        wmma::mma_sync(c, a, b, c);
        __syncthreads();
    }

    wmma::store_matrix_sync(&Cs[wy][wx], c, WIDE, wmma::mem_row_major);
    __syncthreads();

    for (int e = t; e < HIGH * WIDE; e += THREADS) {
        const int r = e / WIDE, q = e % WIDE;
        if (row0 + r < M && col0 + q < N)
            C[(row0 + r) * N + col0 + q] = Cs[r][q];
    }
}

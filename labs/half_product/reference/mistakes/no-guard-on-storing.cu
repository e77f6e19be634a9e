// mistake: Rows below C are stored
// group: boundaries
// expect: out-of-bounds
// hint: past-the-cells
#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;
constexpr int ROWS = 16 * WARPS_Y, COLS = 16 * WARPS_X, THREADS = 32 * WARPS_X * WARPS_Y;

using namespace nvcuda;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    __shared__ half As[ROWS][16], Bs[16][COLS];
    __shared__ float Cs[ROWS][COLS];
    int warp = threadIdx.y, thread = warp * 32 + threadIdx.x;
    int top = blockIdx.y * ROWS, left = blockIdx.x * COLS;
    int row = warp / WARPS_X * 16, col = warp % WARPS_X * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
    wmma::fill_fragment(sums, 0.0f);

    for (int first = 0; first < K; first += 16) {
        for (int i = thread; i < ROWS * 16; i += THREADS) {
            int r = top + i / 16, k = first + i % 16;
            As[i / 16][i % 16] = r < M && k < K ? A[r * K + k] : __float2half(0.0f);
        }
        for (int i = thread; i < 16 * COLS; i += THREADS) {
            int k = first + i / COLS, c = left + i % COLS;
            Bs[i / COLS][i % COLS] = k < K && c < N ? B[k * N + c] : __float2half(0.0f);
        }
        __syncthreads();
        wmma::load_matrix_sync(a, &As[row][0], 16);
        wmma::load_matrix_sync(b, &Bs[0][col], COLS);
        wmma::mma_sync(sums, a, b, sums);
        __syncthreads();
    }
    wmma::store_matrix_sync(&Cs[row][col], sums, COLS, wmma::mem_row_major);
    __syncthreads();
    for (int i = thread; i < ROWS * COLS; i += THREADS) {
        int r = top + i / COLS, c = left + i % COLS;
        if (c < N)
            C[r * N + c] = Cs[r - top][c - left];  // HERE
    }
}

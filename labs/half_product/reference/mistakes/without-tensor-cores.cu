// mistake: A loop over k takes the place of fragments
// group: tiling
// expect: requirement
// hint: -
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
    float sums[8] = {};

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
        for (int i = 0; i < 8; ++i)
            for (int k = 0; k < 16; ++k)
                sums[i] += __half2float(As[row + 2 * i + threadIdx.x / 16][k]) *  // HERE
                           __half2float(Bs[k][col + threadIdx.x % 16]);  // HERE
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i)
        Cs[row + 2 * i + threadIdx.x / 16][col + threadIdx.x % 16] = sums[i];
    __syncthreads();
    for (int i = thread; i < ROWS * COLS; i += THREADS) {
        int r = top + i / COLS, c = left + i % COLS;
        if (r < M && c < N)
            C[r * N + c] = Cs[r - top][c - left];
    }
}

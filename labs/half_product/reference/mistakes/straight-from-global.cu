// mistake: Every cell loads its row and its column by itself
// group: tiling
// expect: requirement
// hint: -
#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    int thread = threadIdx.y * 32 + threadIdx.x;
    for (int i = thread; i < 256 * WARPS_X * WARPS_Y; i += 32 * WARPS_X * WARPS_Y) {
        int r = blockIdx.y * 16 * WARPS_Y + i / (16 * WARPS_X), c = blockIdx.x * 16 * WARPS_X + i % (16 * WARPS_X);
        if (r < M && c < N) {
            float sum = 0.0f;
            for (int k = 0; k < K; ++k)
                sum += __half2float(A[r * K + k]) * __half2float(B[k * N + c]);  // HERE
            C[r * N + c] = sum;
        }
    }
}

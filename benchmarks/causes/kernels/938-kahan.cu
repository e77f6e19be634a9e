#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;

    // Kahan: comp holds what was lost in the last addition
    float sum = 0.0f, comp = 0.0f;

    for (int ph = 0; ph < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        const int ak = ph * TILE_WIDTH + tx;
        const int bk = ph * TILE_WIDTH + ty;
        a_s[ty][tx] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
        b_s[ty][tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float y = a_s[ty][k] * b_s[k][tx] - comp;
            float t = sum + y;
            comp = (sum - t) - y;
            sum = t;
        }
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

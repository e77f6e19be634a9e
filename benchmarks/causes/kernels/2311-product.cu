#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    int ty = threadIdx.y, tx = threadIdx.x;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;

    // four independent accumulators
    float c0 = 0.0f, c1 = 0.0f, c2 = 0.0f, c3 = 0.0f;

    for (int t = 0; t < K; t += TILE_WIDTH) {
        bool okA = y < M && t + tx < K;
        bool okB = x < N && t + ty < K;
        sa[ty][tx] = okA ? A[y * K + t + tx] : 0.0f;
        sb[ty][tx] = okB ? B[(t + ty) * N + x] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 4) {
            c0 += sa[ty][k] * sb[k][tx];
            c1 += sa[ty][k + 1] * sb[k + 1][tx];
            c2 += sa[ty][k + 2] * sb[k + 2][tx];
            c3 += sa[ty][k + 3] * sb[k + 2][tx];
        }
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = (c0 + c1) + (c2 + c3);
}

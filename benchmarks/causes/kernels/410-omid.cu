#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// double buffering: در حالی که یکی خوانده می‌شود، دیگری پر می‌شود
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int p = 0; p < phases; ++p) {
        int cur = p % 2;
        int nxt = 1 - cur;
        if (p + 1 < phases) {
            int ka = (p + 1) * TILE_WIDTH + tx;
            int kb = (p + 1) * TILE_WIDTH + ty;
            As[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            Bs[cur][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* double buffering: while one pair of tiles is used the other pair is filled,
   so one barrier per phase is enough */
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = ty + TILE_WIDTH * blockIdx.y;
    int col = tx + TILE_WIDTH * blockIdx.x;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // phase 0
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float sum = 0.0f;
    for (int p = 0; p < phases; p++) {
        int now = p & 1;
        if (p + 1 < phases) {
            int other = (p + 1) & 2;
            int ka = (p + 1) * TILE_WIDTH + tx;
            int kb = (p + 1) * TILE_WIDTH + ty;
            As[other][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            Bs[other][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[now][ty][k] * Bs[now][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

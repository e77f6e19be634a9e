#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // the next phase's values wait in two registers
    float nextA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float nextB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    float sum = 0.0f;

    for (int p = 0; p < phases; ++p) {
        As[ty][tx] = nextA;
        Bs[ty][tx] = nextB;
        __syncthreads();

        int ka = (p + 1) * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        nextA = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        nextB = (kb < K && col < N) ? B[kb * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

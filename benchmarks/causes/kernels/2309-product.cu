#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The next tile is fetched into registers while the current one is multiplied.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float regA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float regB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = regA;
        Bs[ty][tx] = regB;
        __syncthreads();

        int next = k0 + TILE_WIDTH;
        regA = 0.0f;
        regB = 0.0f;
        if (row < M && next + tx < K)
            regA = A[row * K + next + tx];
        if (next + ty < K && col < N)
            regB = B[(k0 + ty) * N + col];

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

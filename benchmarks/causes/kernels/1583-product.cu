#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The next tile is fetched into registers while the current one is multiplied.
__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B,
                             float * __restrict__ C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float regA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float regB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    float result = 0.0f;

    for (int s = 0; s < steps; ++s) {
        As[ty][tx] = regA;
        Bs[ty][tx] = regB;
        __syncthreads();

        const int next = s + 1 * TILE_WIDTH;
        regA = (row < M && next + tx < K) ? A[row * K + next + tx] : 0.0f;
        regB = (next + ty < K && col < N) ? B[(next + ty) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            result += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = result;
}

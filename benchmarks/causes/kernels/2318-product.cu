#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float smem[2][TILE_WIDTH][TILE_WIDTH];   // [0] is A's tile, [1] is B's
    auto &As = smem[0];
    auto &Bs = smem[1];

    int const x = threadIdx.x;
    int const y = threadIdx.y;
    int const m = TILE_WIDTH * blockIdx.y + y;
    int const n = TILE_WIDTH * blockIdx.x + y;

    float cell = 0.0f;
    for (int first = 0; first < K; first += TILE_WIDTH)
    {
        int const ka = first + x;
        int const kb = first + y;

        if (m >= M || ka >= K)
            As[y][x] = 0.0f;
        else
            As[y][x] = A[m * K + ka];

        if (kb >= K || n >= N)
            Bs[y][x] = 0.0f;
        else
            Bs[y][x] = B[kb * N + n];

        __syncwarp();
        for (int k = 0; k != TILE_WIDTH; ++k)
            cell += As[y][k] * Bs[k][x];
        __syncthreads();
    }

    if (m < M && n < N)
        C[m * N + n] = cell;
}

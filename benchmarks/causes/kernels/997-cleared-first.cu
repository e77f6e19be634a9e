#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tiles[2][TILE_WIDTH][TILE_WIDTH];   // 0: A, 1: B

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float *flat = &tiles[0][0][0];
    for (int i = ty * TILE_WIDTH + tx; i < (int)sizeof(tiles); i += TILE_WIDTH * TILE_WIDTH)
        flat[i] = 0.0f;
    __syncthreads();

    float cell = 0.0f;
    const int end = (K + TILE_WIDTH - 1) / TILE_WIDTH * TILE_WIDTH;
    for (int k0 = 0; k0 != end; k0 += TILE_WIDTH) {
        const bool haveA = row < M && k0 + tx < K;
        const bool haveB = col < N && k0 + ty < K;
        if (haveA) tiles[0][ty][tx] = A[row * K + k0 + tx];
        if (haveB) tiles[1][ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += tiles[0][ty][k] * tiles[1][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = cell;
}

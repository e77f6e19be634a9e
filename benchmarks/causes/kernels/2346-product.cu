#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + y;
    const int c = blockIdx.x * TILE_WIDTH + x;

    const int nTiles = (N + TILE_WIDTH - 1) / TILE_WIDTH;
    float dot = 0.0f;

    for (int t = 0; t < nTiles; t++) {
        const int ka = t * TILE_WIDTH + x;
        const int kb = t * TILE_WIDTH + y;
        tileA[y][x] = (r < M && ka < K) ? A[r * K + ka] : 0.0f;
        tileB[y][x] = (kb < K && c < N) ? B[kb * N + c] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            dot += tileA[y][i] * tileB[i][x];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = dot;
}

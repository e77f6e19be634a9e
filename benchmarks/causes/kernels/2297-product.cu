#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // four independent chains of additions
    float acc[4];

    int t = 0;
    do {
        int ka = t * TILE_WIDTH + tx;
        int kb = t * TILE_WIDTH + ty;
        as[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 4)
            for (int u = 0; u < 4; ++u)
                acc[u] += as[ty][k + u] * bs[k + u][tx];
        __syncthreads();
        ++t;
    } while (t < tiles - 1);

    if (row < M && col < N)
        C[row * N + col] = (acc[0] + acc[1]) + (acc[2] + acc[3]);
}

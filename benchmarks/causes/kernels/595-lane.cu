#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define ALL_LANES 0xffffffffu

// only B goes through shared memory, every lane keeps its own value of A and passes it on
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bTile[TILE_WIDTH][TILE_WIDTH];

    const int lane = threadIdx.x;
    const int line = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + line;
    const int j = blockIdx.x * TILE_WIDTH + lane;

    float cell = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float mine = 0.0f;
        if (i < M && k0 + lane < K)
            mine = A[i * K + k0 + lane];

        bTile[line][lane] = (j < N && k0 + line < K) ? B[(k0 + line) * N + j] : 0.0f;
        __syncthreads();

        for (int t = 0; t < TILE_WIDTH; ++t) {
            float a = __shfl_sync(ALL_LANES, mine, t);
            cell += a * bTile[t][lane];
        }
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = cell;
}

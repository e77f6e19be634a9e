#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define ALL_LANES 0xffffffffu

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int ac = p * TILE_WIDTH + tx;
        int br = p * TILE_WIDTH + ty;
        As[ty][tx] = row < M && ac < K ? A[row * K + ac] : 0.0f;
        Bs[ty][tx] = br < K && col < N ? B[br * N + col] : 0.0f;
        __syncthreads();

        // one read of the tile of A per thread; the row's other values come from its neighbours
        float mine = As[ty][tx];
        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(ALL_LANES, mine, k);
            sum += a * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define FULL_MASK 0xffffffffu

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // A row of the tile of A lies in the registers of TILE_WIDTH neighbouring lanes
    __shared__ float bTile[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * blockDim.y + ty;
    int x = blockIdx.x * blockDim.x + tx;
    float acc = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        float mine = 0.0f;
        if (y < M && base + tx < K)
            mine = A[y * K + base + tx];

        if (x < N && base + ty < K)
            bTile[ty][tx] = B[(base + ty) * N + x];
        else
            bTile[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            float a = __shfl_sync(FULL_MASK, mine, k);
            acc += a * bTile[k][tx];
        }
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = acc;
}

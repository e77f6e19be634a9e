#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TILE_SIZE (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // both tiles in one array
    __shared__ float memory[2 * TILE_SIZE];
    float *As = memory;
    float *Bs = memory + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int slot = ty * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int i = 0; i < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++i) {
        int aCol = i * TILE_WIDTH + tx;
        int bRow = i * TILE_WIDTH + ty;
        As[slot] = row < M && aCol < K ? A[row * K + aCol] : 0.0f;
        Bs[slot] = bRow < K && col < N ? B[bRow * N + col] : 0.0f;
        __syncthreads();

        const float *a = As + ty * TILE_WIDTH;
        const float *b = Bs + tx;
        for (int k = 0; k < TILE_WIDTH; ++k) {
            sum += *a * *b;
            a += 1;
            b += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

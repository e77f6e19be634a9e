#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float BsT[TILE_WIDTH][TILE_WIDTH + 1];   // B's tile, stored transposed

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int kx = p * TILE_WIDTH + tx;
        int ky = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && kx < K) ? A[row * K + kx] : 0.0f;
        BsT[ty][tx] = (ky < K && col < N) ? B[ky * N + col] : 0.0f;

        __syncthreads();

        const float *a = As[ty];
        const float *b = BsT[tx];
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += *a++ * *b++;

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * M + col] = sum;
}

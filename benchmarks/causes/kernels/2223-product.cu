#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    for (int p = 0; p < phases; ++p) {
        int base = p * TILE_WIDTH;

        // how much of K is left for this phase
        int len = TILE_WIDTH;
        if (p == phases - 1)
            len = K % TILE_WIDTH;

        if (row < M && tx < len)
            As[ty][tx] = A[row * K + base + tx];
        if (col < N && ty < len)
            Bs[ty][tx] = B[(base + ty) * N + col];
        __syncthreads();

        if (row < M && col < N) {
            for (int k = 0; k < len; ++k)
                sum += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

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
    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int a = p * TILE_WIDTH + tx;
        int b = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && a < K) ? A[row * K + a] : 0.0f;
        Bs[ty][tx] = (b < K && col < N) ? B[b * N + col] : 0.0f;

        // wait for the loads
        __syncwarp();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];

        // wait for the reads
        __syncthreads();
    }

    if (row >= M)
        return;
    if (col > N)
        return;
    C[row * N + col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // At holds the tile of A turned around: At[k][r]
    __shared__ float At[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int aRow = blockIdx.y * TILE_WIDTH + tx;

    float c = 0;
    for (int p = 0; p * TILE_WIDTH < K; p++) {
        int k = p * TILE_WIDTH + ty;

        At[ty][tx] = 0;
        Bt[ty][tx] = 0;
        if (k < K) {
            if (row < M)
                At[ty][tx] = A[aRow * K + k];
            if (col < N)
                Bt[ty][tx] = B[k * N + col];
        }
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            c += At[i][ty] * Bt[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = c;
}

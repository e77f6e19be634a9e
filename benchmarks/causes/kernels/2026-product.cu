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

    const float *rowA = A + row * K;   // start of my row of A
    float *colB = B + col;             // top of my column of B
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        bool okA = (row < M) && (k0 + tx < K);
        bool okB = (col < N) && (k0 + ty < K);
        As[ty][tx] = okA ? rowA[k0 + tx] : 0.0f;
        Bs[ty][tx] = okB ? colB[(k0 + ty) * N] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

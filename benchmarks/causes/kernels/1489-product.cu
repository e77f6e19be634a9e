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

    const float *pA = A + row * K;   // this thread's row of A
    float *pB = B + col;       // this thread's column of B

    float dot = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        bool okA = row < M && base + tx < K;
        bool okB = col < N && base + ty < K;
        As[ty][tx] = okA ? pA[base + tx] : 0.0f;
        Bs[ty][tx] = okB ? pB[(base + ty) * N] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE_WIDTH; ++q)
            dot += As[ty][q] * Bs[q][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = dot;
}

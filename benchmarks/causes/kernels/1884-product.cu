#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = ty + blockIdx.y * TILE_WIDTH;
    int col = tx + blockIdx.x * TILE_WIDTH;

    float total = 0;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int k = p * TILE_WIDTH;

        bool loadA = row < M && k + tx < K;
        bool loadB = col < N && k + ty < K;
        As[ty][tx] = loadA ? A[row * K + k + tx] : 0;
        Bs[ty][tx] = loadB ? B[(k + ty) * N + col] : 0;
        __syncthreads();

        int part = 0;
        for (int i = 0; i < TILE_WIDTH; ++i)
            part += As[ty][i] * Bs[i][tx];
        total += part;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * K + col] = total;
}

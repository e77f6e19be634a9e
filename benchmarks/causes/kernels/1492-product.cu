#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    unsigned int row = blockIdx.y * TILE_WIDTH + ty;
    unsigned int col = blockIdx.x * TILE_WIDTH + tx;
    unsigned int m = M, n = N, kk = K;

    float sum = 0.0f;

    for (unsigned int ph = 0; ph < (kk + TILE_WIDTH - 1) / TILE_WIDTH; ph++) {
        unsigned int aCol = ph * TILE_WIDTH + tx;
        unsigned int bRow = ph * TILE_WIDTH + ty;
        if (row < m && aCol < kk) { As[ty][tx] = A[row * kk + aCol]; } else { As[ty][tx] = 0.0f; }
        if (bRow < kk && col < n) { Bs[ty][tx] = B[bRow * n + col]; } else { Bs[ty][tx] = 0.0f; }
        __syncthreads();

        float sum = 0.0f;
        float part = sum;
        for (unsigned int k = 0; k < TILE_WIDTH; k++) {
            part += As[ty][k] * Bs[k][tx];
        }
        sum = part;
        __syncthreads();
    }

    if (row < m && col < n) {
        C[row * n + col] = sum;
    }
}

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

    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        __syncthreads();   // the tiles are free
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        __syncthreads();   // the tiles are full
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;

        // TILE_WIDTH is a multiple of 4
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += As[ty][k + 0] * Bs[k + 0][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 2][tx];
            s3 += As[ty][k + 2] * Bs[k + 3][tx];
        }
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}

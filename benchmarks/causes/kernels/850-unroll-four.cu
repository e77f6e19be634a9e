#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// TILE_WIDTH is always a multiple of 4
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int tile = 0; tile < numTiles; tile++) {
        int ka = tile * TILE_WIDTH + threadIdx.x;
        int kb = tile * TILE_WIDTH + threadIdx.y;

        if (row < M && ka < K) {
            As[threadIdx.y][threadIdx.x] = A[row * K + ka];
        } else {
            As[threadIdx.y][threadIdx.x] = 0.0f;
        }
        if (col < N && kb < K) {
            Bs[threadIdx.y][threadIdx.x] = B[kb * N + col];
        } else {
            Bs[threadIdx.y][threadIdx.x] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += As[threadIdx.y][k + 0] * Bs[k + 0][threadIdx.x];
            s1 += As[threadIdx.y][k + 1] * Bs[k + 1][threadIdx.x];
            s2 += As[threadIdx.y][k + 2] * Bs[k + 2][threadIdx.x];
            s3 += As[threadIdx.y][k + 2] * Bs[k + 2][threadIdx.x];
        }
        __syncthreads();
    }

    if (row < M && col <= N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}

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

    const float *rowOfA = A + row * K;
    const float *colOfB = B + col;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int kb = 0; kb < K; kb += TILE_WIDTH) {
        As[ty][tx] = 0;
        Bs[ty][tx] = 0;
        if (row < M && kb + tx < K)
            As[ty][tx] = rowOfA[kb + tx];
        if (col < N && kb + ty < K)
            Bs[ty][tx] = colOfB[(kb + ty) * N];
        __syncthreads();

        // four sums, unrolled by hand
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += As[ty][k] * Bs[k][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 1] * Bs[k + 2][tx];
            s3 += As[ty][k + 3] * Bs[k + 3][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = s0 + s1 + s2 + s3;
}

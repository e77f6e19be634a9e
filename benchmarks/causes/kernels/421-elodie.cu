#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float pair = 0.0f, impair = 0.0f;
    int debut = 0;

    do {
        int ka = debut + tx, kb = debut + ty;

        if (row < M && ka < K)
            bufA[ty][tx] = A[row * K + ka];
        else
            bufA[ty][tx] = 0.0f;

        if (kb < K && col < N)
            bufB[ty][tx] = B[kb * N + col];
        else
            bufA[ty][tx] = 0.0f;
        __syncthreads();

        // déroulé par deux
        for (int k = 0; k < TILE_WIDTH; k += 2) {
            pair += bufA[ty][k] * bufB[k][tx];
            impair += bufA[ty][k + 1] * bufB[k][tx];
        }
        __syncthreads();
        debut += TILE_WIDTH;
    } while (debut < K);

    if (row < M && col < N)
        C[row * N + col] = pair + impair;
}

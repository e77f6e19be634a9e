#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int myRow = blockIdx.y * TILE_WIDTH + ty;
    const int myCol = blockIdx.x * TILE_WIDTH + tx;

    __shared__ float shA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH + 1];

    float result = 0.0f;
    int kb = ty;

    for (int ka = tx; ka < K; ka += TILE_WIDTH) {
        shA[ty][tx] = 0.0f;
        shB[ty][tx] = 0.0f;
        if (myRow < M && ka < K)
            shA[ty][tx] = A[myRow * K + ka];
        if (myCol < N && kb < K)
            shB[ty][tx] = B[kb * N + myCol];
        kb += TILE_WIDTH;
        __syncthreads();

#pragma unroll
        for (int q = 0; q < TILE_WIDTH; ++q)
            result += shA[ty][q] * shB[q][tx];

        __syncthreads();
    }

    if (myRow >= M || myCol >= N) return;
    C[myRow * N + myCol] = result;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + ty;
    const int j = blockIdx.x * TILE_WIDTH + tx;

    const float *pA = A + i * K + tx;
    const float *pB = B + ty * N + j;
    int restA = K - tx;
    int restB = K - ty;
    int left = K;
    float r = 0.0f;

    while (left > 0) {
        As[ty][tx] = (i < M && restA > 0) ? *pA : 0.0f;
        Bs[ty][tx] = (j < N && restB > 0) ? *pB : 0.0f;
        __syncthreads();

        for (int q = 0; q < TILE_WIDTH; ++q)
            r += As[ty][q] * Bs[q][tx];
        __syncthreads();

        pA += TILE_WIDTH;
        pB += TILE_WIDTH * K;
        restA -= TILE_WIDTH;
        restB -= TILE_WIDTH;
        left -= TILE_WIDTH;
    }

    if (i < M && j < N)
        C[i * N + j] = r;
}

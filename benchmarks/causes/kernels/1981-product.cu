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
    bool valid = row < M && col < N;
    if (!valid)
        return;

    // both pointers walk through their matrix, one tile a phase
    const float *pA = A + (size_t)row * K + tx;
    const float *pB = B + (size_t)ty * N + col;

    float sum = 0.0f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        As[ty][tx] = (row < M && tx < left) ? *pA : 0.0f;
        Bs[ty][tx] = (col < N && ty < left) ? *pB : 0.0f;
        pA += TILE_WIDTH;
        pB += (size_t)TILE_WIDTH;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    C[(size_t)row * N + col] = sum;
}

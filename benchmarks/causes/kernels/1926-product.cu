#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    // pointers to the element which this thread loads next
    const float *pA = A + (size_t)row * K + tx;
    const float *pB = B + (size_t)ty * N + col;

    float sum = 0.0f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        As[ty][tx] = (row < M && tx < left) ? *pA : 0.0f;
        Bs[ty][tx] = (col < N && ty < left) ? *pB : 0.0f;
        pA += TILE_WIDTH;
        pB += TILE_WIDTH;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
}

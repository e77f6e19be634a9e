#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH * TILE_WIDTH];

    const int tx  = threadIdx.x;
    const int ty  = threadIdx.y;
    const int row = blockIdx.y * blockDim.y + ty;
    const int col = blockIdx.x * blockDim.x + tx;
    const int me  = ty * TILE_WIDTH + tx;

    if (row >= M || col >= N)
        return;

    float tmp = 0.0f;

    for (int i = 0; i < K; i += TILE_WIDTH) {
        shA[me] = (row < M && i + tx < K) ? A[row * K + i + tx]   : 0.0f;
        shB[me] = (col < N && i + ty < K) ? B[(i + ty) * N + col] : 0.0f;

        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; j++)
            tmp += shA[ty * TILE_WIDTH + j] * shB[j * TILE_WIDTH + tx];

        __syncthreads();
    }

    C[row * N + col] = tmp;
}

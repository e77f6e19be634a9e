#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Prefetch: the next elements are on their way into registers while the present tiles are multiplied.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.x * TILE_WIDTH + ty;
    int col = blockIdx.y * TILE_WIDTH + tx;

    float nextA = 0.0f, nextB = 0.0f;
    if (row < M && tx < K) nextA = A[row * K + tx];
    if (col < N && ty < K) nextB = B[ty * N + col];

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = nextA;
        Bs[ty][tx] = nextB;
        __syncthreads();

        int ka = k0 + TILE_WIDTH + tx;
        int kb = k0 + TILE_WIDTH + ty;
        nextA = 0.0f;
        nextB = 0.0f;
        if (row < M && ka < K) nextA = A[row * K + ka];
        if (col < N && kb <= K) nextB = B[kb * N + col];

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

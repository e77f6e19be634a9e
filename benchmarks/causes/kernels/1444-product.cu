#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH], Bsub[TILE_WIDTH][TILE_WIDTH];
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    int m = 0;
    do {
        float acc = 0.0f;
        int k1 = m + threadIdx.x;
        int k2 = m + threadIdx.y;

        float va = 0.0f;
        if (row < M && k1 < K) va = A[row * K + k1];
        Asub[threadIdx.y][threadIdx.x] = va;

        float vb = 0.0f;
        if (k2 < K && col < N) vb = B[k2 * N + col];
        Bsub[threadIdx.y][threadIdx.x] = vb;

        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            acc += Asub[threadIdx.y][e] * Bsub[e][threadIdx.x];

        __syncthreads();
        m += TILE_WIDTH;
    } while (m < K);

    if (row < M && col < N) {
        C[row * N + col] = acc;
    }
}

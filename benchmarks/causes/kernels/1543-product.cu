#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float B_s[TILE_WIDTH][TILE_WIDTH];

    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    // indices that are always legal, what is too much is multiplied with 0
    const int safeRow = min(row, M - 1);
    const int safeCol = min(col, N - 1);

    float total = 0.0f;
    for (int tile = 0; tile < K; tile += TILE_WIDTH) {
        const int ka = tile + threadIdx.x;
        const int kb = tile + threadIdx.y;
        const float useA = ka < K ? 1.0f : 0.0f;
        const float useB = kb < K ? 1.0f : 0.0f;
        A_s[threadIdx.y][threadIdx.x] = useA * A[safeRow * K + min(ka, K - 1)];
        B_s[threadIdx.y][threadIdx.x] = useB * B[min(kb, K - 1) * N + safeCol];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            total += A_s[threadIdx.y][k] * B_s[k][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] += total;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const bool inside = row < M && col < N;
    float sum = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        const int ak = p * TILE_WIDTH + threadIdx.x;
        const int bk = p * TILE_WIDTH + threadIdx.y;

        As[threadIdx.y][threadIdx.x] = row < M && ak < K ? A[row * K + ak] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = col < N && bk < K ? B[bk * N + col] : 0.0f;

        __syncthreads();

        if (!inside)
            continue;
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];

        __syncthreads();
    }

    if (inside)
        C[row * N + col] = sum;
}

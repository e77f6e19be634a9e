#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int t0 = 0; t0 < K; t0 += TILE_WIDTH) {
        // yükleme: sınırın dışı sıfır
        As[ty][tx] = (row < M && t0 + tx < K) ? A[row * K + t0 + tx] : 0.0f;
        Bs[ty][tx] = (t0 + ty < K && col < N) ? B[(t0 + ty) * N + col] : 0.0f;
        __syncthreads();

        // C'nin dışındaki thread'lerin hesabı yok
        if (row >= M || col >= N) continue;
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += As[ty][k] * Bs[k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

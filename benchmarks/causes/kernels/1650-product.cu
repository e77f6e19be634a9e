#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
constexpr int TW = TILE_WIDTH;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Atile[TW][TW];
    __shared__ float Btile[TW][TW];

    int row = blockIdx.y * TW + threadIdx.y;
    int col = blockIdx.x * TW + threadIdx.x;
    if (row >= M || col >= N)
        return;

    float cell = 0.0f;
    int tiles = K / TW + (K % TW ? 1 : 0);

    for (int t = tiles - 1; t >= 0; --t) {   // from the right to the left, the order does not matter
        int ax = t * TW + threadIdx.x;
        int by = t * TW + threadIdx.y;

        Atile[threadIdx.y][threadIdx.x] = (row < M && ax < K) ? A[row * K + ax] : 0.0f;
        Btile[threadIdx.y][threadIdx.x] = (by < K && col < N) ? B[by * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TW; ++k)
            cell += Atile[threadIdx.y][k] * Btile[k][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[col * M + row] = cell;
}

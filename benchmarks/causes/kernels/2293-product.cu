#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TW][TW];
    __shared__ float Bs[TW][TW];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TW + ty, col = blockIdx.x * TW + tx;
    float acc = 0.0f;

    for (int p = 0; p < (K + TW - 1) / TW; p++) {
        int k0 = p * TW;
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        // threads without a cell only helped to load
        if (row < M && col < N) {
            for (int k = 0; k < TW; k++)
                acc += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }
    }

    if (row < M && col < N) {
        int where = row * M + col;
        C[where] = acc;
    }
}

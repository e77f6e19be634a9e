#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// A block with an even x takes its own strip of columns and then its right neighbour's.

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    if (blockIdx.x % 2 != 0)
        return;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    float acc = 0.0f;

    for (int strip = 0; strip < 2; ++strip) {
        int col = (blockIdx.x + strip) * TILE_WIDTH + tx;

        for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
            As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
            Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
            __syncthreads();

            for (int k = 0; k < TILE_WIDTH; ++k)
                acc += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }

        if (row < M && col < N)
            C[row * N + col] = acc;
    }
}

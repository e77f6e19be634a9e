#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    bool rowInside = row < M;
    bool colInside = col < N;

    float total = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        float va = 0.0f;
        float vb = 0.0f;

        if (rowInside && k0 + tx < N) {
            va = A[row * K + (k0 + tx)];
        }
        if (colInside && k0 + ty < K) {
            vb = B[(k0 + ty) * N + col];
        }

        subA[ty][tx] = va;
        subB[ty][tx] = vb;

        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++) {
            total += subA[ty][i] * subB[i][tx];
        }
        __syncthreads();
    }

    if (rowInside && colInside) {
        C[row * N + col] = total;
    }
}

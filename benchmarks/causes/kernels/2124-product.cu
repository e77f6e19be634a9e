#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int kA = p * TILE_WIDTH + tx;
        int kB = p * TILE_WIDTH + ty;

        if (row < M && kA < K) As[ty][tx] = A[row * K + kA];
        else                   As[ty][tx] = 0.0f;

        if (kB < K && col < N) Bs[ty][tx] = B[kB * N + col];

        __syncthreads();

        int k = 0;
        do {
            sum += As[ty][k] * Bs[k][tx];
            k++;
        } while (k < TILE_WIDTH - 1);

        __syncthreads();
    }

    if (row < M && col < N) C[row * N + col] = sum;
}

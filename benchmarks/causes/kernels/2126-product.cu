#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx  = threadIdx.x;
    const int ty  = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const int full = K / TILE_WIDTH;
    const int rest = K % TILE_WIDTH;
    float sum = 0.0f;

    // full tiles
    for (int p = 0; p < full; ++p) {
        As[ty][tx] = row < M ? A[row * K + p * TILE_WIDTH + tx] : 0.0f;
        Bs[ty][tx] = col < N ? B[(p * TILE_WIDTH + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum = As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    // the narrow tile at the end
    if (rest > 0) {
        const int k0 = full * TILE_WIDTH;
        As[ty][tx] = row < M && tx < rest ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = col < N && ty < rest ? B[ty * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < rest; ++k)
            sum += As[ty][k] * Bs[k][tx];
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

// mistake: The element of the next tile is loaded ahead, past the end in the last phase, and then never used
// group: boundaries
// expect: out-of-bounds
// hint: load-a-outside

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

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        float ahead = A[row * K + (p + 1) * TILE_WIDTH + tx];  // HERE
        As[ty][tx] = row < M && p * TILE_WIDTH + tx < K ? A[row * K + p * TILE_WIDTH + tx] : 0.0f;
        Bs[ty][tx] = p * TILE_WIDTH + ty < K && col < N ? B[(p * TILE_WIDTH + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// row y of a times column x of b
__device__ float rowTimesCol(float **a, float **b, int y, int x)
{
    float s = 0.0f;
    for (int k = 0; k < TILE_WIDTH; k++)
        s += a[y][k] * b[k][x];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float B_s[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float value = 0.0f;
    for (int ph = 0; ph * TILE_WIDTH < K; ph++) {
        if (row < M && ph * TILE_WIDTH + tx < K)
            A_s[ty][tx] = A[row * K + ph * TILE_WIDTH + tx];
        else
            A_s[ty][tx] = 0.0f;
        if (ph * TILE_WIDTH + ty < K && col < N)
            B_s[ty][tx] = B[(ph * TILE_WIDTH + ty) * N + col];
        else
            B_s[ty][tx] = 0.0f;
        __syncthreads();
        value += rowTimesCol(A_s, B_s, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}

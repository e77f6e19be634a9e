#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// row r of a times column c of b
__device__ float dotTile(float **a, float **b, int r, int c)
{
    float d = 0.0f;
    for (int k = 0; k < TILE_WIDTH; k++)
        d += a[r][k] * b[k][c];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + ty;
    int col = blockIdx.x * blockDim.x + tx;

    float result = 0.0f;
    for (int i = 0; i < K; i += TILE_WIDTH) {
        tileA[ty][tx] = (row < M && i + tx < K) ? A[row * K + i + tx] : 0.0f;
        tileB[ty][tx] = (i + ty < K && col < N) ? B[(i + ty) * N + col] : 0.0f;
        __syncthreads();
        result += dotTile(tileA, tileB, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = result;
}

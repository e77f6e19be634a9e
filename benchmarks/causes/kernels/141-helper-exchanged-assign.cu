#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a matrix, 0 outside of it
__device__ float fetch(const float *mat, int r, int c, int height, int width)
{
    if (r < height && c < width)
        return mat[r * width + c];
    return 0.0f;
}

// one phase: the dot product of a row of the first tile and a column of the second
__device__ float multiply(float left[TILE_WIDTH][TILE_WIDTH], float right[TILE_WIDTH][TILE_WIDTH], int i, int j)
{
    float part = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        part += left[i][k] * right[k][j];
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];

    int i = threadIdx.y;
    int j = threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + i;
    int col = blockIdx.x * TILE_WIDTH + j;

    float total = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        tile_a[i][j] = fetch(A, row, start + j, M, K);
        tile_b[i][j] = fetch(B, col, start + i, K, N);
        __syncthreads();
        total = multiply(tile_a, tile_b, i, j);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}

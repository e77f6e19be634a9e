#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ int tileDot(const Tile &a, const Tile &b, int i, int j)
{
    float part = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        part += a[i][k] * b[k][j];
    return part;
}

__device__ float fetch(const float *mat, int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? mat[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile As;
    __shared__ Tile Bs;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        As[ty][tx] = fetch(A, row, p * TILE_WIDTH + tx, M, K);
        Bs[ty][tx] = fetch(B, p * TILE_WIDTH + ty, col, K, N);
        __syncthreads();
        sum += tileDot(As, Bs, ty, tx);
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

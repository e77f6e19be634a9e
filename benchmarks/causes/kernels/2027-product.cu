#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

// sum of products of one row of a and one column of b
__device__ float dotTile(const float *a, const float *b, int r, int c)
{
    float s = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        s += a[r][k] * b[k][c];
    return s;
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
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        sum += dotTile(As, Bs, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

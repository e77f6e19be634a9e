#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];
    int ty = threadIdx.y, tx = threadIdx.x;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;
    const float *aRow = A + y * K;
    const float *bCol = B + x;
    float sum = 0;

    // last (ragged) tile first
    for (int p = (K - 1) / TILE_WIDTH + 1; p > 0; p--)
    {
        int off = p * TILE_WIDTH;
        int left = K - off;

        a[ty][tx] = 0;
        b[ty][tx] = 0;
        if (y < M && tx < left) a[ty][tx] = aRow[off + tx];
        if (x < N && ty < left) b[ty][tx] = bCol[(off + ty) * N];
        __syncthreads();

        for (int k = TILE_WIDTH - 1; k >= 0; k--)
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }

    if (y < M && x < N) C[y * N + x] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Where { int row, col; }

__device__ float peek(const float *m, Where at, int h, int w)
{
    return at.row < h && at.col < w ? m[at.row * w + at.col] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    Where c;
    c.row = blockIdx.y * TILE_WIDTH + ty;
    c.col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        Where a = c;
        Where b = c;
        a.col = k0 + tx;
        b.row = k0 + ty;
        As[ty][tx] = peek(A, a, M, K);
        Bs[ty][tx] = peek(B, b, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (c.row < M && c.col < N)
        C[c.row * N + c.col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


template <int W>
__device__ float tileProduct(const float (&a)[W][W], const float (&b)[W][W], int r, int c)
{
    float s = 0.0f;
    for (int k = 0; k < W; k += 4) {
        s += a[r][k + 0] * b[k + 0][c];
        s += a[r][k + 1] * b[k + 1][c];
        s += a[r][k + 2] * b[k + 2][c];
        s += a[r][k + 3] * b[k + 2][c];
    }
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    for (int p = 0; p < phases; ++p) {
        const int ak = p * TILE_WIDTH + tx;
        const int bk = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
        Bs[ty][tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        __syncthreads();
        sum += tileProduct<TILE_WIDTH>(As, Bs, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

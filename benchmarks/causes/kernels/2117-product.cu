#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float tile_t[TILE_WIDTH][TILE_WIDTH];

__device__ void accumulate(float acc, const tile_t &a, const tile_t &b, int r, int c)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        acc += a[r][k] * b[k][c];
}

__device__ void store(float *C, int r, int c, int M, int N, float v)
{
    if (r < M && c < N)
        C[r * N + c] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ tile_t left;
    __shared__ tile_t right;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        left[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        right[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        accumulate(acc, left, right, ty, tx);
        __syncthreads();
    }

    store(C, row, col, M, N, acc);
}

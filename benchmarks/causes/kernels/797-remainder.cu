#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

// first DEPTH columns of a times first DEPTH rows of b
__device__ float partial(const Tile &a, const Tile &b, int depth)
{
    float s = 0.0f;
    for (int d = 0; d < depth; ++d)
        s += a[threadIdx.y][d] * b[d][threadIdx.x];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a, b;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    // threads outside C read a row/column that exists, they do not store anyway
    const int safeRow = min(row, M - 1);
    const int safeCol = min(col, N - 1);

    const int full = K / TILE_WIDTH;
    const int rest = K % TILE_WIDTH;
    float value = 0.0f;

    for (int t = 0; t < full; ++t) {
        a[ty][tx] = A[safeRow * K + t * TILE_WIDTH + tx];
        b[ty][tx] = B[(t * TILE_WIDTH + ty) * N + safeCol];
        __syncthreads();
        value += partial(a, b, TILE_WIDTH);
        __syncthreads();
    }

    if (rest > 0) {
        const int start = full;
        if (tx < rest)
            a[ty][tx] = A[safeRow * K + start + tx];
        if (ty < rest)
            b[ty][tx] = B[(start + ty) * N + safeCol];
        __syncthreads();
        value += partial(a, b, rest);
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}

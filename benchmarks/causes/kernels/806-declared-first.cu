#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];
    int tx, ty, i, j, k, n, pos;
    float sum;

    tx = threadIdx.x;
    ty = threadIdx.y;
    i = blockIdx.y * TILE_WIDTH + ty;
    j = blockIdx.x * TILE_WIDTH + tx;
    n = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    pos = 0;
    sum = 0.0f;

    while (--n > 0) {
        a[ty][tx] = b[ty][tx] = 0.0f;
        if (i < M && pos + tx < K)
            a[ty][tx] = A[i * K + (pos + tx)];
        if (pos + ty < K && j < N)
            b[ty][tx] = B[(pos + ty) * N + j];
        __syncthreads();
        for (k = 0; k < TILE_WIDTH; k++);
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
        pos += TILE_WIDTH;
    }

    if (i < M && j < N)
        C[i * N + j] = sum;
}

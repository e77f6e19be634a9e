#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// tiles are flat, see IDX
#define IDX(y, x) ((y) * TILE_WIDTH + (x))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;
    float out = 0.0f;

    for (int s = 0; s < K; s += TILE_WIDTH) {
        if (y < M && s + tx < K)
            ta[IDX(ty, tx)] = A[y * K + s + tx];

        if (s + ty < K && x < N)
            tb[IDX(ty, tx)] = B[(s + ty) * N + x];
        else
            tb[IDX(ty, tx)] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            out += ta[IDX(ty, k)] * tb[IDX(k, tx)];
        __syncthreads();
    }

    if (y >= M || x >= N)
        return;
    C[y * N + x] = out;
}

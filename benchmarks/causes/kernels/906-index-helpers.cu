#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ int flat(int r, int c, int width)
{
    return r * width + c;
}

inline bool inBounds(int r, int c, int height, int width)
{
    return r < height && c < width;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[TILE_WIDTH * TILE_WIDTH];
    __shared__ float bs[TILE_WIDTH * TILE_WIDTH];

    int r = threadIdx.y;
    int c = threadIdx.x;
    int R = r + TILE_WIDTH * blockIdx.y;
    int S = c + TILE_WIDTH * blockIdx.x;
    int me = flat(r, c, TILE_WIDTH);
    int count = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float cell = 0.0f;

    for (int n = 0; n < count; ++n) {
        int off = n * TILE_WIDTH;
        as[me] = inBounds(R, off + c, M, K) ? A[flat(R, off + c, K)] : 0.0f;
        bs[me] = inBounds(off + r, S, K, N) ? B[flat(off + r, S, N)] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += as[flat(r, k, TILE_WIDTH)] * bs[flat(k, c, TILE_WIDTH)];
        __syncthreads();
    }

    if (inBounds(R, S, M, N))
        C[flat(R, S, N)] = cell;
}

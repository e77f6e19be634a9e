#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)          // padded rows
#define AT(tile, r, c) tile[(r) * PITCH + (c)]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int off = 0; off < K; off += TILE_WIDTH) {
        AT(sa, ty, tx) = row < M && off + tx < K ? A[row * K + off + tx] : 0.0f;
        AT(sb, ty, tx) = col < N && off + ty < K ? B[(off + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += AT(sa, ty, k) * AT(sb, k, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

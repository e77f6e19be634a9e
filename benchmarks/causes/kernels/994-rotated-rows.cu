#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ int spot(int r, int c)
{
    return r * TILE_WIDTH + (c + r) % TILE_WIDTH;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int slot = spot(ty, tx);
    float out = 0.0f;

    for (int off = 0; off < K; off += TILE_WIDTH) {
        ta[slot] = (row < M && off + tx < K) ? A[row * K + off + tx] : 0.0f;
        tb[slot] = (col < N && off + ty < K) ? B[(off + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            const float a = ta[spot(ty, k)];
            const float b = tb[k * TILE_WIDTH + (tx + ty) % TILE_WIDTH];
            out += a * b;
        }
        __syncwarp();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float v[TILE_WIDTH][TILE_WIDTH];
};

__device__ inline void loadTile(Tile &t, const float *src, int r0, int c0, int rows, int cols)
{
    int r = r0 + threadIdx.y;
    int c = c0 + threadIdx.x;
    t.v[threadIdx.y][threadIdx.x] = (r < rows && c < cols) ? src[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile ta, tb;

    int top = blockIdx.y * TILE_WIDTH;
    int left = blockIdx.x * TILE_WIDTH;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        loadTile(ta, A, top, k0, M, K);
        loadTile(tb, B, k0, left, K, N);
        __syncwarp();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += ta.v[threadIdx.y][k] * tb.v[k][threadIdx.x];

        __syncthreads();
    }

    int r = top + threadIdx.y;
    int c = left + threadIdx.x;
    if (r < M && c < N)
        atomicAdd(&C[r * N + c], sum);
}

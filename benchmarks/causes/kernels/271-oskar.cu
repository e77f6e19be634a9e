#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Copies four neighbours of row r into the tile, with one wide load where the address allows it.
__device__ void load4(float *dst, const float *m, int rows, int cols, int r, int c)
{
    if (cols % 4 == 0 && r < rows && c < cols) {
        const float4 *quads = reinterpret_cast<const float4 *>(m);
        float4 q = quads[r * cols + c];
        dst[0] = q.x;
        dst[1] = q.y;
        dst[2] = q.z;
        dst[3] = q.w;
    } else {
        for (int i = 0; i < 4; ++i)
            dst[i] = (r < rows && c + i < cols) ? m[r * cols + c + i] : 0.0f;
    }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        // a quarter of the threads is enough, each brings four
        if (tx < TILE_WIDTH / 4) {
            load4(&As[ty][4 * tx], A, M, K, row, k0 + 4 * tx);
            load4(&Bs[ty][4 * tx], B, K, N, k0 + ty, blockIdx.x * TILE_WIDTH + 4 * tx);
        }
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M || col < N)
        C[row * N + col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    bool hasRow = row < M;
    bool hasCol = col < N;
    int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float dot = 0.0f;

    for (int t = 0; t < tiles; ++t) {
        int start = t * TILE_WIDTH;
        // no zeros needed: only `depth` columns of A and rows of B are used
        int depth = (t == tiles - 1) ? K % TILE_WIDTH : TILE_WIDTH;

        if (hasRow && tx < depth)
            At[ty][tx] = A[row * K + start + tx];
        if (hasCol && ty < depth)
            Bt[ty][tx] = B[(start + ty) * N + col];
        __syncthreads();

        if (hasRow && hasCol) {
            for (int k = 0; k < depth; ++k)
                dot += At[ty][k] * Bt[k][tx];
        }
        __syncthreads();
    }

    if (hasRow && hasCol)
        C[row * N + col] = dot;
}

// Tiled GEMM with 1-D tiles
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TILE_SIZE (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_SIZE];
    float Bs[TILE_SIZE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tid = ty * TILE_WIDTH + tx;

    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int t = 0; t < numTiles; t++) {
        // load A
        if (row < M && t * TILE_WIDTH + tx < K) {
            As[tid] = A[row * K + t * TILE_WIDTH + tx];
        } else {
            As[tid] = 0.0f;
        }
        // load B
        if (t * TILE_WIDTH + ty < K && col < N) {
            Bs[tid] = B[(t * TILE_WIDTH + ty) * N + col];
        } else {
            Bs[tid] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            sum += As[k * TILE_WIDTH + ty] * Bs[k * TILE_WIDTH + tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}

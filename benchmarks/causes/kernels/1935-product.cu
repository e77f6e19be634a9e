#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// register prefetch: the next elements are fetched while the tile is being multiplied
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float ra = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float rb = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = ra;
        Bs[ty][tx] = rb;
        __syncwarp();   // tiles are complete

        int next = k0 + TILE_WIDTH;
        ra = (row < M && next + tx < K) ? A[row * K + next + tx] : 0.0f;
        rb = (next + ty < K && col < N) ? B[(next + ty) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col <= N)
        C[row * N + col] = sum;
}

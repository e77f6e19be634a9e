#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // registers hold the next tiles
    float ra = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float rb = (col < N && ty < K) ? B[ty * N + col] : 0.0f;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = ra;
        Bs[ty][tx] = rb;
        __syncwarp();

        int k1 = k0 + TILE_WIDTH;
        ra = (row < M && k1 + tx < K) ? A[row * K + k1 + tx] : 0.0f;
        rb = (col < N && k1 + ty < K) ? B[(k1 + ty) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M || col < N)
        C[row * N + col] = sum;
}

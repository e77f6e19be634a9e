#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

// double buffering: one barrier per tile is enough
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][T][T];
    __shared__ float Bs[2][T][T];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    int tiles = (K + T - 1) / T;
    int cur = 0;
    float sum = 0.0f;

    // first tile
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int t = 0; t < tiles; ++t) {
        if (t + 1 < tiles) {
            int next = cur ^ 1;
            int ac = (t + 1) * T + tx;
            int br = (t + 1) * T + ty;
            As[cur][ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
            Bs[next][ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        }
        for (int k = 0; k < T; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
        cur ^= 1;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

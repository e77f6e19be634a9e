// double buffered version: one barrier a phase
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    int cur = 0;
    float sum = 0.0f;

    // first tile
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int t = 1; t <= tiles; ++t) {
        int nxt = 1 - cur;

        // bring the next tile while this one is used
        if (t < tiles) {
            int ak = t * TILE_WIDTH + tx;
            int bk = t * TILE_WIDTH + ty;
            As[nxt][ty][tx] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
            Bs[cur][ty][tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];

        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

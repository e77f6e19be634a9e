#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// row r of a tile is kept turned by r places, against bank conflicts
__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B,
                             float * __restrict__ C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = TILE_WIDTH * blockIdx.y + ty;
    const int col = TILE_WIDTH * blockIdx.x + tx;
    const int sw = (tx + ty) % TILE_WIDTH;

    float acc = 0.f;
    for (int t = 0, last = (K - 1) / TILE_WIDTH; t <= last; ++t) {
        const int ak = t * TILE_WIDTH + tx;
        const int bk = t * TILE_WIDTH + ty;

        As[ty][sw] = (row < M && ak < K) ? A[row * K + ak] : 0.f;
        Bs[ty][sw] = (col < N && bk < K) ? B[bk * N + col] : 0.f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = As[ty][(k + ty) % TILE_WIDTH];
            float b = Bs[k][sw];
            acc += a * b;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}

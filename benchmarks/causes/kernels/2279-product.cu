#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <typename Acc>
__device__ Acc tile_dot(const float (&a)[TILE_WIDTH][TILE_WIDTH],
                        const float (&b)[TILE_WIDTH][TILE_WIDTH], int y, int x)
{
    Acc acc = 0;
    for (int k = 0; k < TILE_WIDTH; ++k)
        acc += a[y][k] * b[k][x];
    return acc;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + y;
    const int col = blockIdx.x * TILE_WIDTH + x;

    float total = 0.0f;
    const int steps = (K - 1) / TILE_WIDTH + 1;
    for (int s = 0; s < steps; ++s) {
        const int ak = s * TILE_WIDTH + x;
        const int bk = s * TILE_WIDTH + y;
        As[y][x] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
        Bs[y][x] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        __syncthreads();
        total += tile_dot<int>(As, Bs, y, x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <typename Real>
__device__ void phase(const Real *A, const Real *B, Real (*a)[TILE_WIDTH], Real (*b)[TILE_WIDTH],
                      int row, int col, int k0, int M, int K, int N, Real &sum)
{
    int x = threadIdx.x, y = threadIdx.y;
    a[y][x] = (row < M && k0 + x < K) ? A[row * K + k0 + x] : Real(0);
    b[y][x] = (col < N && k0 + y < K) ? B[(k0 + y) * N + col] : Real(0);
    __syncwarp();
    for (int k = 0; k < TILE_WIDTH; ++k)
        sum += a[y][k] * b[k][x];
    __syncthreads();
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float sum = 0;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
        phase<float>(A, B, a, b, row, col, k0, M, K, N, sum);
    if (row < M && col < N)
        C[row * N + col] = sum;
}

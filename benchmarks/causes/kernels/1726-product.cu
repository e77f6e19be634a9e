#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                             int M, int K, int N)
{
    // leading dimensions (row-major)
    const int lda = M;
    const int ldb = N;
    const int ldc = N;

    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;

    float value = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        float a = 0.0f;
        float b = 0.0f;
        if (gy < M && start + lx < K) {
            a = A[gy * lda + start + lx];
        }
        if (gx < N && start + ly < K) {
            b = B[(start + ly) * ldb + gx];
        }
        blockA[ly][lx] = a;
        blockB[ly][lx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            value = fmaf(blockA[ly][k], blockB[k][lx], value);
        }
        __syncthreads();
    }

    if (gx >= N || gy >= M) return;
    C[gy * ldc + gx] = value;
}

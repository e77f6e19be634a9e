#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T * T];
    __shared__ float sB[T * T];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int y = blockIdx.y * T + ly;
    int x = blockIdx.x * T + lx;
    int me = ly * T + lx;

    // nothing to store for threads outside C
    if (y >= M || x >= N)
        return;

    float result = 0.f;

    for (int base = 0; base < K; base += T) {
        sA[me] = (y < M && base + lx < K) ? A[y * K + base + lx] : 0.f;
        sB[me] = (x < N && base + ly < K) ? B[(base + ly) * N + x] : 0.f;
        __syncthreads();

        for (int j = 0; j < T; ++j)
            result += sA[ly * T + j] * sB[j * T + lx];
        __syncthreads();
    }

    C[y * N + x] = result;
}

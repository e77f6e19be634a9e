#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= M || j >= N)
        return;

    float c = 0.0f;
    for (int k = 0; k <= K; k++)
        c += A[i * K + k] * B[k * N + j];
    C[i * N + j] = c;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * TILE_WIDTH];
    int lx = threadIdx.x, ly = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + ly;
    int j = blockIdx.x * TILE_WIDTH + lx;
    float c = 0.0f;

    for (int t = 0; t < CEIL_DIV(K, TILE_WIDTH); t++) {
        int ka = t * TILE_WIDTH + lx;
        int kb = t * TILE_WIDTH + ly;
        sa[ly * TILE_WIDTH + lx] = (i < M && ka < K) ? A[i * K + ka] : 0.0f;
        sb[ly * TILE_WIDTH + lx] = (kb < K && j < N) ? B[kb * N + j] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE_WIDTH; q++)
            c += sa[ly * TILE_WIDTH + q] * sb[q * TILE_WIDTH + lx];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = c;
}

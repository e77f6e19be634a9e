#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Część 1: jeden wątek - jedna komórka
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (row < M && col < N) {
        float s = 0.0f;
        for (int k = 0; k < K; ++k)
            s += A[row * K + k] * B[k * N + col];
        C[row * N + col] = s;
    }
}

// Część 2: kafelki, pozycja w kafelku z liniowego numeru wątku
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    // TILE_WIDTH to potęga dwójki, więc zamiast % wystarczy maska bitowa
    const int ly = tid / TILE_WIDTH;
    const int lx = tid & TILE_WIDTH;

    const int row = blockIdx.y * TILE_WIDTH + ly;
    const int col = blockIdx.x * TILE_WIDTH + lx;

    float s = 0.0f;
    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        const int ka = p * TILE_WIDTH + lx;
        const int kb = p * TILE_WIDTH + ly;
        sa[ly][lx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        sb[ly][lx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            s += sa[ly][k] * sb[k][lx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = s;
}

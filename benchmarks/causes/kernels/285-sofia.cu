#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Teil 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int z = blockIdx.x * TILE_WIDTH + threadIdx.y, s = blockIdx.y * TILE_WIDTH + threadIdx.x;

    if (z >= M || s >= N)
        return;

    const float *a = A + z * K;
    const float *b = B + s;
    float wert = 0.0f;
    for (int k = 0; k < K; ++k, ++a, b += N)
        wert += *a * *b;
    C[z * N + s] = wert;
}

// Teil 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int z = blockIdx.y * TILE_WIDTH + threadIdx.y, s = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float wert = 0.0f;

    for (int links = 0; links < K; links += TILE_WIDTH) {
        const int ka = links + threadIdx.x, kb = links + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = (z < M && ka < K) ? A[z * K + ka] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (kb < K && s < N) ? B[kb * N + s] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            wert += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    if (z < M && s < N)
        C[z * N + s] = wert;
}

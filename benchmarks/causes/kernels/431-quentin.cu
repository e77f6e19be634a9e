#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Partie 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M || j >= N)
        return;
    // on descend de K - 1 à 0
    float s = 0.0f;
    int k = K;
    while (--k > 0)
        s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
}

// Partie 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH], b[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + y, j = blockIdx.x * TILE_WIDTH + x;
    float s = 0.0f;
    for (int d = 0; d < K; d += TILE_WIDTH) {
        a[y][x] = i < M && d + x < K ? A[i * K + d + x] : 0.0f;
        b[y][x] = d + y < K && j < N ? B[(d + y) * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            s += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = s;
}

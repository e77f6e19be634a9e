#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockDim.y * blockIdx.y + threadIdx.y;
    int col = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    const float *a = A + row * K;
    const float *b = B + col;
    float dot = 0.0f;
    for (const float *last = a + K; a != last; ++a) {
        dot += *a * *b;
        b += K;
    }
    C[row * N + col] = dot;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = TILE_WIDTH * blockIdx.y + ty;
    const int col = TILE_WIDTH * blockIdx.x + tx;
    float dot = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        b[ty][tx] = col < N && k0 + ty < K ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += a[ty][k] * b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = dot;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int w = blockDim.x;
    __shared__ float cacheA[w][w];
    __shared__ float cacheB[w][w];

    int row = blockIdx.y * w + threadIdx.y;
    int col = blockIdx.x * w + threadIdx.x;
    float &a = cacheA[threadIdx.y][threadIdx.x];
    float &b = cacheB[threadIdx.y][threadIdx.x];

    double sum = 0.0;
    int k0 = 0;
    while (k0 < K) {
        a = 0.0f;
        b = 0.0f;
        if (row < M && k0 + threadIdx.x < K) a = A[row * K + k0 + threadIdx.x];
        if (col < N && k0 + threadIdx.y < K) b = B[(k0 + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < w; ++k)
            sum += cacheA[threadIdx.y][k] * cacheB[k][threadIdx.x];
        __syncthreads();
        k0 += w;
    }

    if (row < M && col < N)
        C[row * N + col] = (float)sum;
}

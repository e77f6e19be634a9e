#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define W TILE_WIDTH

__device__ __forceinline__ void bring(float (*dA)[W], float (*dB)[W], const float *A, const float *B,
                                      int i, int j, int base, int M, int K, int N)
{
    int x = threadIdx.x, y = threadIdx.y;
    dA[y][x] = (i < M && base + x < K) ? A[(long long)i * K + base + x] : 0.0f;
    dB[y][x] = (base + y < K && j < N) ? B[(long long)(base + y) * N + j] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][W][W];
    __shared__ float bufB[2][W][W];
    int j = blockIdx.x * W + threadIdx.x;
    int i = blockIdx.y * W + threadIdx.y;
    int now = 0;
    float v = 0.0f;

    bring(bufA[0], bufB[0], A, B, i, j, 0, M, K, N);
    __syncthreads();

    for (int base = 0; base < K; base += W) {
        int then = now ^ 1;
        if (base + W < K)
            bring(bufA[now], bufB[now], A, B, i, j, base + W, M, K, N);
        for (int k = 0; k < W; ++k)
            v += bufA[now][threadIdx.y][k] * bufB[now][k][threadIdx.x];
        __syncthreads();
        now = then;
    }

    if (i < M && j < N) C[(long long)i * N + j] = v;
}

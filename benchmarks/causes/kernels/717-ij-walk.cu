#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < M && j < N) {
        const float *a = A + i * K;
        const float *b = B + j;
        float s = 0.f;
        for (int left = K; left > 0; --left, b += N)
            s += *a++ * *b;
        C[i * N + j] = s;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH * TILE_WIDTH];

    const int j = threadIdx.x, i = threadIdx.y;
    const int here = i * TILE_WIDTH + j;
    const int r = blockIdx.y * TILE_WIDTH + i;
    const int c = blockIdx.x * TILE_WIDTH + j;
    float s = 0.f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        ta[here] = 0.f;
        tb[here] = 0.f;
        if (r < M && k0 + j < K)
            ta[here] = A[r * K + k0 + j];
        if (k0 + i < K && c < N)
            tb[here] = B[(k0 + i) * N + c];
        __syncthreads();

        const float *pa = ta + i * TILE_WIDTH;
        const float *pb = tb + j;
        for (int q = 0; q < TILE_WIDTH; ++q, pb += TILE_WIDTH)
            s += pa[q] * *pb;
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int col = blockIdx.x * T + threadIdx.x;
    const int row = blockIdx.y * T + threadIdx.y;
    if (row < M && col < N) {
        float r = 0.f;
        for (int k = 0; k < K; ++k)
            r = fmaf(A[row * K + k], B[k * N + col], r);
        C[row * N + col] = r;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[T * T], sb[T * T];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int col = blockIdx.x * T + tx;
    const int row = blockIdx.y * T + ty;

    auto fetchA = [&](int k) { return row < M && k < K ? A[row * K + k] : 0.f; };
    auto fetchB = [&](int k) { return col < N && k < K ? B[k * N + col] : 0.f; };

    float r = 0.f;
    float nextA = fetchA(tx);
    float nextB = fetchB(ty);
    for (int k = T; k < K + T; k += T) {
        sa[ty * T + tx] = nextA;
        sb[ty * T + tx] = nextB;
        __syncthreads();
        // the next tiles are on their way while we compute
        nextA = fetchA(k + tx);
        nextB = fetchB(k + ty);
        for (int i = 0; i < T; ++i)
            r = fmaf(sa[ty * T + i], sb[i * T + tx], r);
    }

    if (row < M && col < N)
        C[row * N + col] = r;
}

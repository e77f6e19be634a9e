#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ float dot(const float *a, const float *b, int len, int hop)
{
    float s = 0.f;
    while (len-- > 0) {
        s += *a++ * *b;
        b += hop;
    }
    return s;
}

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int r = blockDim.y * blockIdx.y + threadIdx.y;
    const int c = blockDim.x * blockIdx.x + threadIdx.x;

    if (r < M && c < N)
        C[r * N + c] = dot(A + r * K, B + c, K, K);
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH * TILE_WIDTH];
    __shared__ float right[TILE_WIDTH * TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int r = blockDim.y * blockIdx.y + y;
    const int c = blockDim.x * blockIdx.x + x;
    const int me = y * TILE_WIDTH + x;
    float s = 0.f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        left[me] = 0.f;
        right[me] = 0.f;
        if (r < M && k0 + x < K)
            left[me] = A[r * K + k0 + x];
        if (c < N && k0 + y < K)
            right[me] = B[(k0 + y) * N + c];
        __syncthreads();
        s += dot(left + y * TILE_WIDTH, right + x, TILE_WIDTH, TILE_WIDTH);
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}

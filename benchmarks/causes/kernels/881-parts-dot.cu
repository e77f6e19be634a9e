#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float dot(const float *a, const float *b, int count, int stride)
{
    float s = 0;
    while (count-- > 0) {
        s += *a++ * *b;
        b += stride;
    }
    return s;
}

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < M && j < N)
        C[i * N + j] = dot(A + i * K, B + j, K, M);
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH * TILE_WIDTH];
    __shared__ float b[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + tx;
    int i = blockIdx.y * TILE_WIDTH + ty;
    int me = ty * TILE_WIDTH + tx;

    float s = 0;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a[me] = i < M && k0 + tx < K ? A[i * K + k0 + tx] : 0;
        b[me] = j < N && k0 + ty < K ? B[(k0 + ty) * N + j] : 0;
        __syncthreads();
        s += dot(a + ty * TILE_WIDTH, b + tx, TILE_WIDTH, TILE_WIDTH);
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = s;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (i < M && j < N) {
        float v = 0.0f;
        for (int k = 0; k < K; ++k)
            v = fmaf(A[i * K + k], B[k * N + j], v);
        C[i * N + j] = v;
    }
}

// The elements of phase p + 1 are on their way to the registers while phase p is computed.
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + ty;
    const int j = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float nextA = i < M && tx < K ? A[i * K + tx] : 0.0f;
    float nextB = j < N && ty < K ? B[ty * N + j] : 0.0f;
    float v = 0.0f;

    for (int p = 0; p < phases; ++p) {
        sa[ty][tx] = nextA;
        sb[ty][tx] = nextB;
        __syncthreads();

        nextA = i < M && (p + 1) * TILE_WIDTH + tx < K ? A[i * K + (p + 1) * TILE_WIDTH + tx] : 0.0f;
        nextB = j < N && p * TILE_WIDTH + ty < K ? B[((p + 1) * TILE_WIDTH + ty) * N + j] : 0.0f;

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            v = fmaf(sa[ty][k], sb[k][tx], v);
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = v;
}

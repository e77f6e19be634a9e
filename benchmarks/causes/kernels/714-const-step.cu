#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ inline int upTo(int a, int b) { return a < b ? a : b; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float lhs[TILE_WIDTH][TILE_WIDTH];
    __shared__ float rhs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int k0 = 0;
    float prod = 0.0f;

    while (k0 < K) {
        const int len = upTo(TILE_WIDTH, K - k0);
        if (row < M && tx < len)
            lhs[ty][tx] = A[row * K + k0 + tx];
        else
            lhs[ty][tx] = 0.0f;
        if (col < N && ty < len)
            rhs[ty][tx] = B[(k0 + ty) * N + col];
        else
            rhs[ty][tx] = 0.0f;
        __syncthreads();
        for (int k = 0; k < len; ++k)
            prod += lhs[ty][k] * rhs[k][tx];
        __syncthreads();
        k0 += TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = prod;
}

// const all the things (coming from C++)
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int W = TILE_WIDTH;

__device__ constexpr int ceilDiv(int a, int b) { return (a + b - 1) / b; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[W][W];
    __shared__ float Bs[W][W];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * W + ty;
    const int col = blockIdx.x * W + tx;
    const int phases = ceilDiv(K, W);
    const float sum = 0.0f;

    for (int p = 0; p < phases; ++p) {
        const int aCol = p * W + tx;
        const int bRow = p * W + ty;
        const bool aInside = row < M && aCol < K;
        const bool bInside = bRow < K && col < N;

        As[ty][tx] = aInside ? A[row * K + aCol] : 0.0f;
        Bs[ty][tx] = bInside ? B[bRow * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < W; ++k) {
            const float &a = As[ty][k];
            const float &b = Bs[k][tx];
            sum += a * b;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

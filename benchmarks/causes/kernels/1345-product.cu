#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int k0 = 0;

    auto nextA = [&]() -> float {
        int c = k0 + tx;
        return (row < M && c < K) ? A[row * K + c] : 0.0f;
    };
    auto nextB = [=]() -> float {
        int r = k0 + ty;
        return (r < K && col < N) ? B[r * N + col] : 0.0f;
    };

    float sum = 0.0f;
    for (; k0 < K; k0 += TILE_WIDTH) {
        sA[ty][tx] = nextA();
        sB[ty][tx] = nextB();
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += sA[ty][k] * sB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

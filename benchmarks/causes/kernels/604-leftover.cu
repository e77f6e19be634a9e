#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ __forceinline__ float dotTile(const float *u, const float *v)
{
    float d = 0.f;
#pragma unroll
    for (int i = 0; i < TILE_WIDTH; ++i, v += TILE_WIDTH)
        d += u[i] * *v;
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    const bool inRow = row < M, inCol = col < N;
    float acc = 0.f;
    int k = 0;

    // whole tiles: no test of k needed
    for (; k + TILE_WIDTH <= K; k += TILE_WIDTH) {
        if (k > 0)
            __syncthreads();
        sA[ty][tx] = inRow ? A[row * K + k + tx] : 0.f;
        sB[ty][tx] = inCol ? B[(k + ty) * N + col] : 0.f;
        __syncthreads();
        acc += dotTile(sA[ty], &sB[0][tx]);
    }

    // what is left of K
    if (k < K) {
        sA[ty][tx] = inRow && k + tx < K ? A[row * K + k + tx] : 0.f;
        sB[ty][tx] = inCol && k + ty < K ? B[(k + ty) * N + col] : 0.f;
        __syncthreads();
        acc += dotTile(sA[ty], &sB[0][tx]);
    }

    if (inRow && inCol)
        C[row * N + col] = acc;
}

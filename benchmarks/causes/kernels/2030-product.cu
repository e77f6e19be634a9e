#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ void accumulate(float &acc, const float (&a)[T][T], const float (&b)[T][T])
{
#pragma unroll
    for (int k = 0; k < T; ++k)
        acc += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float acc = 0.0f;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        const int aCol = p * TILE_WIDTH + tx;
        const int bRow = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && aCol < K) ? A[row * K + tx] : 0.0f;
        Bs[ty][tx] = (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;
        __syncthreads();

        accumulate<TILE_WIDTH>(acc, As, Bs);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] += acc;
}

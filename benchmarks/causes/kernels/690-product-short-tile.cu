#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ int cell_row() { return blockIdx.y * TILE_WIDTH + threadIdx.y; }
__device__ __forceinline__ int cell_col() { return blockIdx.x * TILE_WIDTH + threadIdx.x; }

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int i = cell_row(), j = cell_col();
    if (i >= M || j >= N) return;

    const float *a = A + i * K, *b = B + j;
    float s = 0;
    for (int k = K; k > 0; --k, b += N) s += *a++ * *b;
    C[i * N + j] = s;
}

// no zeros in the tiles: the last phase is simply shorter
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH], sb[TILE_WIDTH][TILE_WIDTH];
    const int i = cell_row(), j = cell_col();
    const int u = threadIdx.y, v = threadIdx.x;
    float s = 0;

    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        const int ka = p * TILE_WIDTH + v, kb = p * TILE_WIDTH + u;
        if (i < M && ka < K) sa[u][v] = A[i * K + ka];
        if (j < N && kb < K) sb[u][v] = B[kb * N + j];
        __syncthreads();

        const int len = min(TILE_WIDTH, K - p);
        if (i < M && j < N)
            for (int k = 0; k < len; ++k) s += sa[u][k] * sb[k][v];
        __syncthreads();
    }

    if (i < M && j < N) C[i * N + j] = s;
}

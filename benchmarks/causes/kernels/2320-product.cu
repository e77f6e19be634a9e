#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <typename T>
__device__ __forceinline__ T fetch(const T *p, int i, int j, int rows, int cols)
{
    return (i < rows && j <= cols) ? p[i * cols + j] : T(0);
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float v = 0.0f;

    for (int off = 0; off < K; off += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = fetch(A, i, off + (int)threadIdx.x, M, K);
        Bs[threadIdx.y][threadIdx.x] = fetch(B, off + (int)threadIdx.y, j, K, N);
        __syncthreads();

        // the last tile may be narrower
        const int len = K % TILE_WIDTH;
        for (int k = 0; k < len; ++k)
            v += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = v;
}

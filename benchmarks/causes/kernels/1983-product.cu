#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH

static __device__ void load_tile(float dst[TW][TW], const float *src, int r0, int c0, int rows, int cols)
{
    int r = r0 + threadIdx.y;
    int c = c0 + threadIdx.x;
    float v = 0.0f;
    if (r <= rows && c < cols)
        v = src[r * cols + c];
    dst[threadIdx.y][threadIdx.x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TW][TW];
    __shared__ float tB[TW][TW];

    int r0 = blockIdx.y * TW;
    int c0 = blockIdx.x * TW;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TW) {
        load_tile(tA, A, r0, k0, M, K);
        load_tile(tB, B, k0, c0, K, N);
        for (int k = 0; k < TW; ++k)
            sum += tA[threadIdx.y][k] * tB[k][threadIdx.x];
        __syncthreads();
    }

    int row = r0 + threadIdx.y;
    int col = c0 + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ int dotProduct(const float (*a)[W], const float (*b)[W], int r, int c)
{
    float s = 0.0f;
    for (int k = 0; k < W; ++k)
        s += a[r][k] * b[k][c];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float out = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        int ac = p * TILE_WIDTH + tx;
        int br = p * TILE_WIDTH + ty;
        As[ty][tx] = row < M && ac < K ? A[row * K + ac] : 0.0f;
        Bs[ty][tx] = br < K && col < N ? B[br * N + col] : 0.0f;
        __syncthreads();
        out += dotProduct<TILE_WIDTH>(As, Bs, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// dot product of one row of the A tile and one column of the B tile
template <int W>
__device__ int tile_dot(const float (&a)[W][W], const float (&b)[W][W], int y, int x)
{
    float part = 0.0f;
    for (int k = 0; k < W; ++k)
        part += a[y][k] * b[k][x];
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    unsigned x = threadIdx.x;
    unsigned y = threadIdx.y;
    int row = blockIdx.y * blockDim.y + y;
    int col = blockIdx.x * blockDim.x + x;

    float total = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        int ka = start + x;
        int kb = start + y;
        As[y][x] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        Bs[y][x] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        __syncthreads();
        total += tile_dot<TILE_WIDTH>(As, Bs, y, x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}

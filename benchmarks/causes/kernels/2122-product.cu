#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ float rowTimesCol(const float (&a)[W][W], const float (&b)[W][W], int r, int c)
{
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < W; ++k)
        s += a[r][k] * b[k][c];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int width = blockDim.x;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * width + ty;
    int col = blockIdx.x * width + tx;
    float sum = 0.0f;

    for (int start = 0; start < K; start += width) {
        As[ty][tx] = (row < M && start + tx < K) ? A[row * K + start + tx] : 0.0f;
        Bs[ty][tx] = (start + ty < K && col < N) ? B[(start + ty) * N + col] : 0.0f;
        __syncthreads();
        sum += rowTimesCol<width>(As, Bs, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

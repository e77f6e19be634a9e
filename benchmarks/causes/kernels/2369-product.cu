#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B, float * __restrict__ C,
                             int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int step = 0; step < K; step += TILE_WIDTH)
    {
        const int inA = step + tx;
        const int inB = step + ty;

        if (row < M && inA < K)
            As[ty][tx] = __ldg(&A[row * K + inA]);
        else
            As[ty][tx] = 0.0f;

        if (inB < K && col < N)
            Bs[ty][tx] = __ldg(&A[inB * N + col]);
        else
            Bs[ty][tx] = 0.0f;

        __syncthreads();

        for (int k = TILE_WIDTH - 1; k >= 0; --k)
            sum += As[ty][k] * Bs[k][tx];

        __syncthreads();
    }

    if (row < M && col <= N)
        C[row * N + col] = sum;
}

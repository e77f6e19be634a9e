#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[T][T];
    __shared__ float tile_b[T][T];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;

    // my row of A and my column of B
    float *row_a = A + row * K;
    const float *col_b = B + col;

    float result = 0.0f;

    for (int start = 0; start < K; start += T) {
        float va = 0.0f;
        float vb = 0.0f;
        if (row < M && start + tx < K)
            va = row_a[start + tx];
        if (col < N && start + ty < K)
            vb = col_b[(start + ty) * N];
        tile_a[ty][tx] = va;
        tile_b[ty][tx] = vb;
        __syncthreads();

        #pragma unroll
        for (int i = 0; i < T; ++i)
            result = result + tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = result;
}

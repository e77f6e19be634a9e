#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a rows x cols matrix, 0 outside of it
template <typename real>
__device__ real fetch(const real *mat, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return real(0);
    return mat[r * cols + c];
}

template <int W>
__device__ void multiply(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float lhs[W][W];
    __shared__ float rhs[W][W];

    int y = blockIdx.y * W + threadIdx.y;
    int x = blockIdx.x * W + threadIdx.x;
    float dot = 0.0f;

    for (int step = 0; step < K; step += W) {
        lhs[threadIdx.y][threadIdx.x] = fetch(A, y, step + threadIdx.x, M, K);
        rhs[threadIdx.y][threadIdx.x] = fetch(B, step + threadIdx.y, x, N, K);
        __syncthreads();
        for (int i = 0; i < W; ++i)
            dot += lhs[threadIdx.y][i] * rhs[i][threadIdx.x];
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = dot;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    multiply<TILE_WIDTH>(A, B, C, M, K, N);
}

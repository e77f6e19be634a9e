#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <typename T>
__device__ T at_or_zero(const T *mat, int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? mat[r * cols + c] : T(0);
}

template <int W>
__device__ int row_times_col(const float (&a)[W][W], const float (&b)[W][W], int r, int c)
{
    float part = 0.0f;
#pragma unroll
    for (int i = 0; i < W; ++i)
        part += a[r][i] * b[i][c];
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    int lx = threadIdx.x, ly = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + lx;
    int gy = blockIdx.y * TILE_WIDTH + ly;
    int nTiles = (K - 1) / TILE_WIDTH + 1;
    float result = 0.0f;

    for (int t = 0; t < nTiles; ++t) {
        ta[ly][lx] = at_or_zero(A, gy, t * TILE_WIDTH + lx, M, K);
        tb[ly][lx] = at_or_zero(B, t * TILE_WIDTH + ly, gx, K, N);
        __syncthreads();
        result += row_times_col<TILE_WIDTH>(ta, tb, ly, lx);
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = result;
}

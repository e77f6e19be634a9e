#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Block[TILE_WIDTH][TILE_WIDTH];

template <bool CHECK>
__device__ float pick(const float *m, int r, int c, int rows, int cols)
{
    if (CHECK && (r >= rows || c >= cols))
        return 0.0f;
    return m[r * cols + c];
}

template <bool CHECK>
__device__ void multiply(Block &a, Block &b, const float *A, const float *B, float *C, int M, int K, int N)
{
    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float s = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a[threadIdx.y][threadIdx.x] = pick<CHECK>(A, row, k0 + threadIdx.x, M, K);
        b[threadIdx.y][threadIdx.x] = pick<CHECK>(B, k0 + threadIdx.y, col, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            s += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }

    if (!CHECK || (row < M && col < N))
        C[row * N + col] = s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Block a;
    __shared__ Block b;

    // nobody needs the comparisons if all the tiles are full
    const bool ragged = M % TILE_WIDTH && N % TILE_WIDTH && K % TILE_WIDTH;
    if (ragged)
        multiply<true>(a, b, A, B, C, M, K, N);
    else
        multiply<false>(a, b, A, B, C, M, K, N);
}

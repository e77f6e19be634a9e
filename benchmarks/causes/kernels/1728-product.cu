#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// dot product of one row of the A tile with one column of the B tile
template <int W>
__device__ float dot(const float (*a)[W], const float (*b)[W], int r, int c)
{
    int part = 0;
    for (int k = 0; k < W; k++)
        part += a[r][k] * b[k][c];
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];

    int c = threadIdx.x, r = threadIdx.y;
    int row = r + blockIdx.y * TILE_WIDTH;
    int col = c + blockIdx.x * TILE_WIDTH;

    float total = 0;
    for (int s = 0; s < K; s += TILE_WIDTH)
    {
        a[r][c] = 0;
        b[r][c] = 0;
        if (row < M && s + c < K) a[r][c] = A[row * K + (s + c)];
        if (col < N && s + r < K) b[r][c] = B[(s + r) * N + col];
        __syncthreads();

        total += dot<TILE_WIDTH>(a, b, r, c);
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = total;
}

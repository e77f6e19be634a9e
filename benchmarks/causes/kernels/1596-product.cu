#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// inner product of a row of the left and a column of the right tile
__device__ float tile_dot(float **left, float **right)
{
    float d = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        d += left[threadIdx.y][k] * right[k][threadIdx.x];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int aCol = threadIdx.x;
    int bRow = threadIdx.y;

    float sum = 0.0f;
    for (int p = (K + TILE_WIDTH - 1) / TILE_WIDTH; p > 0; --p) {
        As[threadIdx.y][threadIdx.x] = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;
        aCol += TILE_WIDTH;
        bRow += TILE_WIDTH;
        __syncthreads();
        sum += tile_dot(As, Bs);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

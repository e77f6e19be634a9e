#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ float dotTile(const float (*a)[T], const float (*b)[T], int y, int x)
{
    float d = 0.0f;
    for (unsigned k = T - 1; k >= 0; --k)
        d += a[y][k] * b[k][x];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float TA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float TB[TILE_WIDTH][TILE_WIDTH];
    const unsigned y = threadIdx.y, x = threadIdx.x;
    const int R = blockIdx.y * TILE_WIDTH + y;
    const int Q = blockIdx.x * TILE_WIDTH + x;

    float total = 0.0f;
    for (int k = 0; k < K; k += TILE_WIDTH) {
        TA[y][x] = 0.0f;
        if (R < M && k + (int)x < K)
            TA[y][x] = A[R * K + k + x];
        TB[y][x] = 0.0f;
        if (Q < N && k + (int)y < K)
            TB[y][x] = B[(k + y) * N + Q];
        __syncthreads();
        total += dotTile<TILE_WIDTH>(TA, TB, y, x);
        __syncthreads();
    }

    if (R < M && Q < N)
        C[R * N + Q] = total;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int rad = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int kolumn = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (rad >= M || kolumn >= N)
        return;

    float summa = 0.0f;
    for (int k = 0; k < K; ++k)
        summa += A[rad * K + k] * B[k * K + kolumn];
    C[rad * N + kolumn] = summa;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ruta_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ruta_b[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + ty;
    const int j = blockIdx.x * TILE_WIDTH + tx;
    const int faser = K / TILE_WIDTH;

    float cell = 0.0f;
    for (int fas = 0; fas < faser; ++fas) {
        const int ka = fas * TILE_WIDTH + tx;
        const int kb = fas * TILE_WIDTH + ty;
        ruta_a[ty][tx] = (i < M && ka < K) ? A[i * K + ka] : 0.0f;
        ruta_b[ty][tx] = (kb < K && j < N) ? B[kb * N + j] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += ruta_a[ty][k] * ruta_b[k][tx];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = cell;
}

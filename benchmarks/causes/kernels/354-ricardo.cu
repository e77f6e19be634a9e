#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// parte 1: un hilo por celda
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * TILE_WIDTH + threadIdx.y, j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (i < M && j < N) {
        float s = 0.0f;
        for (int k = 0; k < K; k++)
            s += A[i * K + k] * B[k * N + j];
        C[i * N + j] = s;
    }
}

// parte 2: teselas
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH], tb[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + y, j = blockIdx.x * TILE_WIDTH + x;
    int fases = gridDim.x;
    float s = 0.0f;
    for (int f = 0; f < fases; f++) {
        int ka = f * TILE_WIDTH + x, kb = f * TILE_WIDTH + y;
        ta[y][x] = i < M && ka < K ? A[i * K + ka] : 0.0f;
        tb[y][x] = kb < K && j < N ? B[kb * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s += ta[y][k] * tb[k][x];
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = s;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Teil 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int zeile = blockIdx.y * blockDim.y + threadIdx.y;
    int spalte = blockIdx.x * blockDim.x + threadIdx.x;
    if (zeile >= N || spalte >= M)
        return;
    float s = 0.0f;
    for (int k = 0; k < K; k++)
        s += A[zeile * K + k] * B[k * N + spalte];
    C[zeile * N + spalte] = s;
}

// Teil 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + ty;
    int spalte = blockIdx.x * TILE_WIDTH + tx;
    float s = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (zeile < M && k0 + tx < K) ? A[zeile * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && spalte < N) ? B[(k0 + ty) * N + spalte] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = s;
}

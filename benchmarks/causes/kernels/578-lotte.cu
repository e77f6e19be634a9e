// Lotte. Deel 1 en deel 2; in deel 2 loopt k alleen over wat er echt is.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < M && k < N) {
        float som = 0.0f;
        for (int t = 0; t < K; t++)
            som += A[r * K + t] * B[t * N + k];
        C[r * N + k] = som;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int k = blockIdx.x * TILE_WIDTH + tx;
    float som = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; p++) {
        if (r < M && p * TILE_WIDTH + tx < K)
            As[ty][tx] = A[r * K + p * TILE_WIDTH + tx];
        if (k < N && p * TILE_WIDTH + ty < K)
            Bs[ty][tx] = B[(p * TILE_WIDTH + ty) * N + k];
        __syncthreads();
        if (r < M && k < N) {
            // de laatste tegel kan korter zijn
            int lengte = min(TILE_WIDTH, K % TILE_WIDTH);
            for (int t = 0; t < lengte; t++)
                som += As[ty][t] * Bs[t][tx];
        }
        __syncthreads();
    }
    if (r < M && k < N)
        C[r * N + k] = som;
}

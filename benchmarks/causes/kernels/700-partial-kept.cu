#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int lr = threadIdx.y;
    int lc = threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + lr;
    int col = blockIdx.x * TILE_WIDTH + lc;
    double sum = 0.0;
    float part = 0.0f;

    for (int p = 0; p <= (K - 1) / TILE_WIDTH; ++p) {
        int k0 = p * TILE_WIDTH;
        bool okA = row < M && k0 + lc < K;
        bool okB = col < N && k0 + lr < K;
        As[lr][lc] = okA ? A[row * K + k0 + lc] : 0.0f;
        Bs[lr][lc] = okB ? B[(k0 + lr) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            part += As[lr][k] * Bs[k][lc];
        sum += part;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = (float)sum;
}

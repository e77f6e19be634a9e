#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// one column more per row against bank conflicts
#define LD (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[TILE_WIDTH * LD];
    __shared__ float bufB[TILE_WIDTH * LD];

    int c = threadIdx.x, r = threadIdx.y;
    int n = c + blockIdx.x * TILE_WIDTH;
    int m = r + blockIdx.y * TILE_WIDTH;
    float out = 0.0f;

    for (int step = 0; step <= (K - 1) / TILE_WIDTH; ++step) {
        int kc = step * TILE_WIDTH + c;
        int kr = step * TILE_WIDTH + r;

        if (m >= M || kc >= K)
            bufA[r * LD + c] = 0.0f;
        else
            bufA[r * LD + c] = A[m * K + kc];

        float b = 0.0f;
        if (kr < K && n < N)
            b = B[kr * N + n];
        bufB[r * TILE_WIDTH + c] = b;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            out += bufA[r * LD + k] * bufB[k * LD + c];
        __syncthreads();
    }

    if (m < M && n < N)
        C[m * N + n] = out;
}

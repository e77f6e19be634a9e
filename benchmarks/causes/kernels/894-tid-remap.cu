#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T][T + 1];
    __shared__ float sB[T][T + 1];

    int tid = threadIdx.y * T + threadIdx.x;
    int lr = tid / T;
    int lc = tid - lr * T;
    int r0 = blockIdx.y * T;
    int c0 = blockIdx.x * T;

    float s = 0.0f;
    for (int p = 0; p * T < K; p++) {
        int kc = p * T + lc;
        int kr = p * T + lr;

        sA[lc][lr] = (r0 + lr < M && kc < K) ? A[(r0 + lr) * K + kc] : 0.0f;
        sB[lr][lc] = (kr < K && c0 + lc < N) ? B[kr * N + c0 + lc] : 0.0f;
        __syncthreads();

        for (int k = 0; k < T; k++) {
            float a = sA[lr][k];
            float b = sB[k][lc];
            s += a * b;
        }
        __syncthreads();
    }

    if (r0 + lr < M && c0 + lc < N)
        C[(r0 + lr) * N + c0 + lc] = s;
}

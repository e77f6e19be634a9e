#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    extern __shared__ float smem[];
    float *ta = smem;
    float *tb = smem + TILE_WIDTH * TILE_WIDTH;

    int tid = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float val = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        int ka = base + threadIdx.x;
        int kb = base + threadIdx.y;
        ta[tid] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        tb[tid] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        const float *pa = ta + threadIdx.y * TILE_WIDTH;
        const float *pb = tb + threadIdx.x;
        for (int i = 0; i < TILE_WIDTH; i++) {
            val += *pa * *pb;
            pa += 1;
            pb += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = val;
}

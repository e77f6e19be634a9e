#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define FULL_MASK 0xffffffffu

// A's row is spread over the lanes, only B sits in shared memory
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float strip[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x + TILE_WIDTH * blockIdx.x;
    int y = threadIdx.y + TILE_WIDTH * blockIdx.y;
    float result = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        float mine = 0.0f;
        if (y < M && base + threadIdx.x < K)
            mine = A[y * K + base + threadIdx.x];

        strip[threadIdx.y][threadIdx.x] =
            (base + threadIdx.y < K && x < N) ? B[(base + threadIdx.y) * N + x] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(FULL_MASK, mine, k);
            result += a * strip[k][threadIdx.x];
        }
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = result;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// works with the linear thread number instead of (x, y)
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int ly = tid / 16;
    int lx = tid % TILE_WIDTH;

    int gy = blockIdx.y * TILE_WIDTH + ly;
    int gx = blockIdx.x * TILE_WIDTH + lx;

    float sum = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; p++) {
        int ka = p * TILE_WIDTH + lx;
        int kb = p * TILE_WIDTH + ly;
        As[tid] = gy < M && ka < K ? A[gy * K + ka] : 0.0f;
        Bs[tid] = gx < N && kb < K ? B[kb * N + gx] : 0.0f;
        __syncthreads();

        const float *a = As + ly * TILE_WIDTH;
        const float *b = Bs + lx;
        for (int k = 0; k < TILE_WIDTH; k++, a++, b += TILE_WIDTH)
            sum += *a * *b;
        __syncthreads();
    }

    if (gy < M && gx < N)
        atomicAdd(&C[gy * N + gx], sum);
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[TILE_WIDTH * TILE_WIDTH], bs[TILE_WIDTH * TILE_WIDTH];

    int tid = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int r = tid / TILE_WIDTH;
    int c = tid % TILE_WIDTH;
    int top = blockIdx.y * TILE_WIDTH;
    int left = blockIdx.x * TILE_WIDTH;
    float sum = 0;

    for (int k0 = 0; k0 < K - TILE_WIDTH; k0 += TILE_WIDTH) {
        as[tid] = bs[tid] = 0;
        if (top + r < M && k0 + c < K)
            as[tid] = A[(top + r) * K + k0 + c];
        if (k0 + r < K && left + c < N)
            bs[tid] = B[(k0 + r) * N + left + c];
        __syncthreads();

        int ia = r * TILE_WIDTH;
        int ib = c;
        while (ib < TILE_WIDTH * TILE_WIDTH) {
            sum += as[ia] * bs[ib];
            ia += 1;
            ib += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (top + r < M && left + c < N)
        C[(top + r) * N + left + c] += sum;
}

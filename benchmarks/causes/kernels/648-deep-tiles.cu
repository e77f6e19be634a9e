#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// a phase brings two tiles of each matrix, so half as many barriers
#define DEPTH (2 * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][DEPTH];
    __shared__ float b_tile[DEPTH][TILE_WIDTH];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + lx;
    int gy = blockIdx.y * TILE_WIDTH + ly;

    float value = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        for (int h = 0; h < DEPTH; h += TILE_WIDTH) {
            int ka = base + h + lx;
            int kb = base + h + ly;
            a_tile[ly][h + lx] = (gy < M && ka < K) ? A[gy * K + ka] : 0.0f;
            b_tile[h + ly][lx] = (kb < K && gx < N) ? B[kb * N + gx] : 0.0f;
        }
        __syncthreads();

        #pragma unroll 8
        for (int d = 0; d < DEPTH; ++d)
            value += a_tile[ly][d] * b_tile[d][lx];
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = value;
}

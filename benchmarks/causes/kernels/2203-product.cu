#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    // round up: the last phase may be only partly filled
    const int phases = (int)ceilf(K / TILE_WIDTH);

    float sum = 0.0f;
    int p = 0;
    while (p < phases) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int i = 0; i < TILE_WIDTH; ++i)
            sum = fmaf(As[ty][i], Bs[i][tx], sum);

        __syncthreads();
        ++p;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

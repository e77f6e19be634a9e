#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[T][T], b_tile[T][T];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int i = blockIdx.y * blockDim.y + y;   // row of C
    const int j = blockIdx.x * blockDim.x + x;   // column of C

    const int last = (K - 1) / T;                // number of the last tile along K
    float c = 0.f;

    int t = 0;
    while (t < last) {
        const int ka = t * T + x;
        const int kb = t * T + y;

        a_tile[y][x] = (i < M && ka < K) ? A[i * K + ka] : 0.f;
        b_tile[y][x] = (kb < K && j < N) ? B[kb * N + j] : 0.f;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < T; k++)
            c += a_tile[y][k] * b_tile[k][x];
        __syncthreads();

        t++;
    }

    if (i >= M || j >= N)
        return;
    C[i * N + j] = c;
}

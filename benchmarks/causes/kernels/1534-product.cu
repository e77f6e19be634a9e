#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH], Bsub[TILE_WIDTH][TILE_WIDTH];

    // Which element of C am I?
    int r = threadIdx.y + blockIdx.y * TILE_WIDTH;
    int c = threadIdx.x + blockIdx.x * TILE_WIDTH;

    if (r >= M || c >= N) return;

    float dot = 0;
    for (int start = 0; start < K; start += TILE_WIDTH)
    {
        int ka = start + threadIdx.x;
        int kb = start + threadIdx.y;

        Asub[threadIdx.y][threadIdx.x] = 0;
        Bsub[threadIdx.y][threadIdx.x] = 0;
        if (r < M && ka < K) Asub[threadIdx.y][threadIdx.x] = A[r * K + ka];
        if (kb < K && c < N) Bsub[threadIdx.y][threadIdx.x] = B[kb * N + c];
        __syncthreads();

        for (int q = 0; q != TILE_WIDTH; ++q)
            dot += Asub[threadIdx.y][q] * Bsub[q][threadIdx.x];
        __syncthreads();
    }

    C[r * N + c] = dot;
}

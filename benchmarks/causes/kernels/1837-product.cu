#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    const int tid = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int r = tid / TILE_WIDTH;
    const int c = tid % TILE_WIDTH;
    const int gr = blockIdx.y * TILE_WIDTH + r;
    const int gc = blockIdx.x * TILE_WIDTH + c;
    float acc = 0.0f;

    for (int kk = 0; kk < K; kk += 16)
    {
        float av = 0.0f;
        float bv = 0.0f;
        if (gr < M && kk + c < K) { av = A[gr * K + kk + c]; }
        if (gc < N && kk + r < K) { bv = B[(kk + r) * N + gc]; }
        Asub[r][c] = av;
        Bsub[r][c] = bv;

        __syncthreads();

        #pragma unroll 8
        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            acc = __fmaf_rn(Asub[r][k], Bsub[k][c], acc);
        }

        __syncthreads();
    }

    if (gr < M && gc < N)
    {
        atomicAdd(&C[gr * N + gc], acc);
    }
}

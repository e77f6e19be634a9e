#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TW][TW];
    __shared__ float tileB[TW][TW];

    const unsigned int tx = threadIdx.x;
    const unsigned int ty = threadIdx.y;
    const int r = blockIdx.y * TW + threadIdx.y;
    const int c = blockIdx.x * TW + threadIdx.x;

    float acc = 0;

    for (int k0 = 0; k0 < K; k0 += TW)
    {
        // anything left of this row / column?
        if (r < M && K - (k0 + tx) > 0)
            tileA[ty][tx] = A[r * K + k0 + tx];
        else
            tileA[ty][tx] = 0;

        if (c < N && K - (k0 + ty) > 0)
            tileB[ty][tx] = B[(k0 + ty) * N + c];
        else
            tileB[ty][tx] = 0;

        __syncthreads();
        for (int i = 0; i < TW; i++)
            acc += tileA[ty][i] * tileB[i][tx];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = acc;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];
    __shared__ float total;
    int2 local = make_int2(threadIdx.x, threadIdx.y);
    int2 pos = make_int2(blockIdx.x * TILE_WIDTH + local.x, blockIdx.y * TILE_WIDTH + local.y);

    total = 0.0f;

    for (int first = 0; first < K; first += TILE_WIDTH)
    {
        bool aInside = pos.y < M && first + local.x < K;
        bool bInside = pos.x < N && first + local.y < K;

        tile_a[local.y][local.x] = aInside ? A[pos.y * K + first + local.x] : 0.0f;
        tile_b[local.y][local.x] = bInside ? B[(first + local.y) * N + pos.x] : 0.0f;
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            total += tile_a[local.y][e] * tile_b[e][local.x];
        __syncthreads();
    }

    if (pos.y < M && pos.x < N)
        C[pos.y * K + pos.x] = total;
}

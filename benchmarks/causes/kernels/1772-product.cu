#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH], tileB[TILE_WIDTH][TILE_WIDTH];

    const int i = threadIdx.y + blockIdx.y * blockDim.y;
    const int j = threadIdx.x + blockIdx.x * blockDim.x;
    const bool inside = (i < M) && (j < N);
    float result = 0.f;

    for (int start = 0; start < K; start += TILE_WIDTH)
    {
        const int ka = start + threadIdx.x;
        const int kb = start + threadIdx.y;
        tileA[threadIdx.y][threadIdx.x] = (i < M && ka < K) ? A[i * K + ka] : 0.f;
        tileB[threadIdx.y][threadIdx.x] = (kb < K && j < N) ? B[kb * N + j] : 0.f;
        __syncthreads();

        if (inside)
        {
            for (int t = 0; t < TILE_WIDTH; t++)
                result += tileA[threadIdx.y][t] * tileB[t][threadIdx.x];
            __syncthreads();
        }
    }

    if (inside)
        C[i * N + j] = result;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// every thread takes part in loading, only owners store
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int c = blockDim.x * blockIdx.x + threadIdx.x;
    const int r = blockDim.y * blockIdx.y + threadIdx.y;

    if (r >= M || c >= N)
        return;

    float result = 0.f;
    for (int start = 0; start < K; start += TILE_WIDTH)
    {
        tileA[threadIdx.y][threadIdx.x] = 0.f;
        tileB[threadIdx.y][threadIdx.x] = 0.f;
        if (r < M && start + threadIdx.x < K)
            tileA[threadIdx.y][threadIdx.x] = A[r * K + start + threadIdx.x];
        if (c < N && start + threadIdx.y < K)
            tileB[threadIdx.y][threadIdx.x] = B[(start + threadIdx.y) * N + c];
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            result += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
        __syncthreads();
    }

    C[r * N + c] = result;
}

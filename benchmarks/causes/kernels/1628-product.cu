#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float result = 0.0f;

    for (int t = 0; t < numTiles; ++t) {
        // in the first round nobody has read anything yet
        if (t > 1)
            __syncthreads();

        int aCol = t * TILE_WIDTH + threadIdx.x;
        int bRow = t * TILE_WIDTH + threadIdx.y;

        if (i < M && aCol < K)
            Asub[threadIdx.y][threadIdx.x] = A[i * K + aCol];
        else
            Asub[threadIdx.y][threadIdx.x] = 0.0f;

        if (bRow < K && j < N)
            Bsub[threadIdx.y][threadIdx.x] = B[bRow * N + j];
        else
            Bsub[threadIdx.y][threadIdx.x] = 0.0f;

        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            result += Asub[threadIdx.y][e] * Bsub[e][threadIdx.x];
    }

    if (i < M && j < N)
        C[i * N + j] = result;
}

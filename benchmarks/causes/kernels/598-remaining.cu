#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B,
                             float * __restrict__ C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float Cvalue = 0.0f;

    // remaining = how much of K is still to do
    for (int remaining = K; remaining > 0; remaining -= TILE_WIDTH) {
        int done = K - remaining;

        if (row < M && threadIdx.x < remaining)
            Asub[threadIdx.y][threadIdx.x] = A[row * K + done + threadIdx.x];
        else
            Asub[threadIdx.y][threadIdx.x] = 0.0f;

        if (col < N && remaining - threadIdx.y > 0)
            Bsub[threadIdx.y][threadIdx.x] = B[(done + threadIdx.y) * N + col];
        else
            Bsub[threadIdx.y][threadIdx.x] = 0.0f;

        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            Cvalue += Asub[threadIdx.y][e] * Bsub[e][threadIdx.x];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = Cvalue;
}

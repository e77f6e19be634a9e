#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int me = ty * TILE_WIDTH + tx;

    int kA = tx;          // column of A for the next load
    int kB = ty;          // row of B for the next load

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    for (int p = 0; p < phases; p++)
    {
        if (row < M && kA < K)
            As[me] = A[row * K + kA];
        else
            As[me] = 0.0f;

        if (kB < K && col < N)
            Bs[me] = B[kB * N + col];
        else
            As[me] = 0.0f;

        kB += TILE_WIDTH;
        __syncthreads();

        const float *a = As + ty * TILE_WIDTH;
        const float *b = Bs + tx;
        for (int k = 0; k < TILE_WIDTH; k++) {
            sum += *a++ * *b;
            b += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

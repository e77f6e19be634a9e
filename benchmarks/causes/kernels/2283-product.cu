#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + ty;
    int col = blockIdx.x * blockDim.x + tx;

    float *a = As + ty * TILE_WIDTH;   // my row of the A tile
    float *b = Bs + tx;                // my column of the B tile
    float dot = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH)
    {
        *(a + tx) = 0.0f;
        if (row < M && base + tx < K)
            *(a + tx) = *(A + row * K + base + tx);

        *(b + ty * TILE_WIDTH) = 0.0f;
        if (base + ty < K && col < N)
            *(b + ty * TILE_WIDTH) = *(B + (base + ty) * N + col);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            float left = *(a + k);
            float right = *b + k * TILE_WIDTH;
            dot += left * right;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        *(C + row * N + col) = dot;
}

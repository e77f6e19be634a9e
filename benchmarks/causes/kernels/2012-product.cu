#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// read with zero padding
__device__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    if (r < rows && c < cols)
        return m[r * cols + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    unsigned int lx = threadIdx.x;
    unsigned int ly = threadIdx.y;
    int gRow = blockIdx.y * blockDim.y + ly;
    int gCol = blockIdx.x * blockDim.x + lx;

    float dot = 0.0f;
    int steps = K / TILE_WIDTH + (K % TILE_WIDTH != 0);

    for (int step = 0; step < steps; ++step)
    {
        int base = step * TILE_WIDTH;
        Asub[ly][lx] = fetch(A, gRow, base + lx, M, K);
        Bsub[ly][lx] = fetch(B, base + ly, gCol, M, N);
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            dot = fmaf(Asub[ly][e], Bsub[e][lx], dot);
        __syncthreads();
    }

    if (gRow < M && gCol < N)
        C[gRow * N + gCol] = dot;
}

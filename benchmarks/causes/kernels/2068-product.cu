#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + x;   // column in C
    const int gy = blockIdx.y * TILE_WIDTH + y;   // row in C

    const bool rowOk = gy < M;
    const bool colOk = gx < N;

    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        float va = 0.0f;
        float vb = 0.0f;

        if (rowOk && k0 + x < K)
            va = A[gy * K + (k0 + x)];
        if (colOk)
            vb = B[(k0 + y) * N + gx];

        a_s[y][x] = va;
        b_s[y][x] = vb;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            acc += a_s[y][k] * b_s[k][x];
        }
        __syncthreads();
    }

    if (rowOk && colOk)
    {
        C[gy * N + gx] = acc;
    }
}

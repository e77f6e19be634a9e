#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // four independent chains hide the latency of the fma
    float s0 = 0.f, s1 = 0.f, s2 = 0.f, s3 = 0.f;
    const float *arow = As[ty];

    for (int base = 0; base < K; base += TILE_WIDTH)
    {
        float a = 0.f, b = 0.f;
        if (row < M && base + tx < K) a = A[row * K + base + tx];
        if (col < N && base + ty < K) b = B[(base + ty) * N + col];
        As[ty][tx] = a;
        Bs[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 4)
        {
            s0 += arow[k] * Bs[k][tx];
            s1 += arow[k + 1] * Bs[k + 1][tx];
            s2 += arow[k + 2] * Bs[k + 2][tx];
            s3 += arow[k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float MA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float MB[TILE_WIDTH][TILE_WIDTH];
    const dim3 t = threadIdx;
    const int y = blockIdx.y * TILE_WIDTH + t.y;
    const int x = blockIdx.x * TILE_WIDTH + t.x;

    float c = 0.0f;
    for (int z = 0; z < K; z += TILE_WIDTH)
    {
        const int za = z + t.x;
        const int zb = z + t.y;

        MA[t.y][t.x] = (y < M && za < K) ? A[y * K + za] : 0.0f;
        MB[t.y][t.x] = (zb < K && x < N) ? B[zb * N + x] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
        {
            const float a = MA[t.y][i];
            const float b = MB[i, t.x];
            c += a * b;
        }
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = c;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float m1[TILE_WIDTH][TILE_WIDTH];
    __shared__ float m2[TILE_WIDTH][TILE_WIDTH];
    int zeile = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int kacheln = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    float summe = 0.0f;
    int k;

    for (int n = 0; n < kacheln; n++)
    {
        int ka = n * TILE_WIDTH + threadIdx.x;
        int kb = n * TILE_WIDTH + threadIdx.y;
        m1[threadIdx.y][threadIdx.x] = 0.0f;
        if (zeile < M && ka < K)
            m1[threadIdx.y][threadIdx.x] = A[zeile * K + ka];
        if (kb < K && spalte < N)
            m2[threadIdx.y][threadIdx.x] = B[kb * N + spalte];
        __syncthreads();
        for (k = 0; k <= TILE_WIDTH; k++)
            summe = summe + m1[threadIdx.y][k] * m2[k][threadIdx.x];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}

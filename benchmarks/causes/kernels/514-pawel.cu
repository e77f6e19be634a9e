#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Pawel W., grupa 3
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[16][16];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int w = blockIdx.y * TILE_WIDTH + ty;   // wiersz
    int k = blockIdx.x * TILE_WIDTH + tx;   // kolumna
    float s = 0.0f;

    int fazy = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int f = 0; f < fazy; ++f)
    {
        int od = f * TILE_WIDTH;
        if (w < M && od + tx < K)
            As[ty][tx] = A[w * K + od + tx];
        else
            As[ty][tx] = 0.0f;
        if (od + ty < K && k < N)
            Bs[ty][tx] = B[(od + ty) * N + k];
        else
            Bs[ty][tx] = 0.0f;
        __syncwarp();

        for (int i = 0; i < TILE_WIDTH; ++i)
            s += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (w < M && k < N)
        C[w * N + k] = s;
}

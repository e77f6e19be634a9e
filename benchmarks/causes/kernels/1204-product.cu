#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;

    float cell = 0.0f;
    int p = 0;

    do {
        int k0 = p * TILE_WIDTH;

        Asub[ly][lx] = (gy < M && k0 + lx < K) ? A[gy * K + k0 + lx] : 0.0f;
        Bsub[ly][lx] = (gx < N && k0 + ly < K) ? B[(k0 + ly) * N + gx] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += Asub[ly][k] * Bsub[k][lx];
        __syncthreads();

        ++p;
    } while (k0 + TILE_WIDTH < K);

    if (gy < M && gx < N)
        C[gy * N + gx] = cell;
}

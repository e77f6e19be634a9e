#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define ALL_LANES 0xffffffffu

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // every thread keeps one element of A in a register, the row is shared by shuffles
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + ly;
    int j = blockIdx.x * TILE_WIDTH + lx;
    float res = 0.f;

    int base = 0;
    while (base < K) {
        float mine = 0.f;
        if (i < M && base + lx < K)
            mine = A[i * K + base + lx];

        tileB[ly][lx] = 0.f;
        if (base + ly < K && j < N)
            tileB[ly][lx] = B[(base + ly) * N + j];
        __syncthreads();

        for (int s = 0; s < TILE_WIDTH; ++s) {
            float av = __shfl_sync(ALL_LANES, mine, s);
            res += av * tileB[s][lx];
        }
        __syncthreads();
        base += TILE_WIDTH;
    }

    if (i < M && j < N)
        C[i * N + j] = res;
}

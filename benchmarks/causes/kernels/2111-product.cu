#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, ld) (r * ld + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int r0 = blockIdx.y * TILE_WIDTH;
    int c0 = blockIdx.x * TILE_WIDTH;

    float s = 0;
    int nph = 1 + (K - 1) / TILE_WIDTH;

    for (int ph = 0; ph < nph; ++ph) {
        int k0 = ph * TILE_WIDTH;

        ta[ty][tx] = 0;
        if (r0 + ty < M && k0 + tx < K)
            ta[ty][tx] = A[AT(r0 + ty, k0 + tx, K)];

        tb[ty][tx] = 0;
        if (k0 + ty < K && c0 + tx < N)
            tb[ty][tx] = B[AT(k0 + ty, c0 + tx, N)];

        __syncthreads();
        for (int e = 0; e < TILE_WIDTH; ++e)
            s += ta[ty][e] * tb[e][tx];
        __syncthreads();
    }

    if (r0 + ty < M && c0 + tx < N)
        C[AT(r0 + ty, c0 + tx, N)] = s;
}

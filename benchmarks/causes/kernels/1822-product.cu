#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(r, c, width) (r * width + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];
    int lx = threadIdx.x, ly = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + lx;
    int gy = blockIdx.y * TILE_WIDTH + ly;
    float res = 0.0f;

    int m = 0;
    while (m < K) {
        subA[ly][lx] = 0.0f;
        subB[ly][lx] = 0.0f;
        if (gy < M && m + lx < K)
            subA[ly][lx] = A[IDX(gy, m + lx, K)];
        if (m + ly < K && gx < N)
            subB[ly][lx] = B[IDX(m + ly, gx, N)];
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            res += subA[ly][e] * subB[e][lx];
        __syncthreads();

        m += TILE_WIDTH;
    }

    if (gy < M && gx < N)
        C[IDX(gy, gx, N)] = res;
}

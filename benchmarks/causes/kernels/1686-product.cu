#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)     // one float more per row against bank conflicts

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * PITCH];
    __shared__ float Bs[TILE_WIDTH * PITCH];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + lx;
    int gy = blockIdx.y * TILE_WIDTH + ly;

    float c = 0.0f;

    int p = 0;
    do {
        int ax = p + lx;
        int by = p + ly;

        float va = 0.0f;
        if (gy < M && ax < K)
            va = A[gy * K + ax];
        As[ly * PITCH + lx] = va;

        float vb = 0.0f;
        if (by < K && gx < N)
            vb = B[by * N + gx];
        Bs[ly * PITCH + lx] = vb;

        __syncthreads();

        const float *arow = As + ly * TILE_WIDTH;
        const float *bcol = Bs + lx;
        for (int k = 0; k < TILE_WIDTH; ++k)
            c += arow[k] * bcol[k * PITCH];

        __syncthreads();
        p += TILE_WIDTH;
    } while (p < K);

    if (gy < M && gx < N)
        C[gy * N + gx] = c;
}

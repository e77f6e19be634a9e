#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define PITCH (TILE_WIDTH + 1)   /* one column more against bank conflicts */

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * PITCH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + tx;
    int gy = blockIdx.y * TILE_WIDTH + ty;
    int mine = ty * PITCH + tx;

    float v = 0.0f;
    int n_phase = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int ph = 0; ph < n_phase; ph++) {
        int kx = ph * TILE_WIDTH + tx;
        int ky = ph * TILE_WIDTH + ty;

        sa[mine] = 0.0f;
        if (gy < M && kx < K)
            sa[mine] = A[gy * K + kx];

        sb[mine] = 0.0f;
        if (gx < N && ky < K)
            sb[mine] = B[ky * N + gx];

        __syncthreads();

        const float *pa = &sa[ty * PITCH];
        const float *pb = &sb[tx];
        for (int k = 0; k < TILE_WIDTH; k++) {
            v += *pa * *pb;
            pa += 1;
            pb += PITCH;
        }

        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = v;
}

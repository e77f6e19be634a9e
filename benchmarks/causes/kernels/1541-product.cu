#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ struct {
        float a[TILE_WIDTH][TILE_WIDTH];
        float b[TILE_WIDTH][TILE_WIDTH];
    } sh;

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;
    const bool inside = gx < N && gy < M;

    float s = 0.0f;
    for (int t = 0; t * TILE_WIDTH < K; ++t) {
        const int kx = t * TILE_WIDTH + lx;
        const int ky = t * TILE_WIDTH + ly;

        float va = 0.0f, vb = 0.0f;
        if (gy < M && kx < K) va = A[gy * K + kx];
        if (gx < N && ky < K) vb = B[ky * N + gx];
        sh.a[ly][lx] = va;
        sh.b[ly][lx] = vb;
        __syncwarp();       // tiles complete

        if (inside)
            for (int k = 0; k < TILE_WIDTH; ++k)
                s += sh.a[ly][k] * sh.b[k][lx];
        __syncthreads();    // tiles used up
    }

    if (inside)
        C[gy * N + gx] = s;
}

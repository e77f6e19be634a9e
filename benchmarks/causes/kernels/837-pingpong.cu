#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_buf[2][T][T];
    __shared__ float b_buf[2][T][T];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int gx = lx + T * blockIdx.x;
    int gy = ly + T * blockIdx.y;

    int cur = 0;
    float total = 0.0f;
    const int n_tiles = (K + T - 1) / T;

    for (int t = 0; t < n_tiles; t++)
    {
        int ak = t * T + lx;
        int bk = t * T + ly;

        a_buf[cur][ly][lx] = 0.0f;
        b_buf[cur][ly][lx] = 0.0f;
        if (gy < M && ak < K)
            a_buf[cur][ly][lx] = A[gy * K + ak];
        if (bk < K && gx < N)
            b_buf[cur][ly][lx] = B[bk * N + gx];

        // one barrier is enough with two buffers
        __syncthreads();

        for (int i = 0; i < T; i++)
            total += a_buf[cur][ly][i] * b_buf[cur][i][lx];

        cur = ~cur;
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = total;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float s_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float s_b[TILE_WIDTH][TILE_WIDTH];
    int i, j, k, ph, nph, ii, jj;
    float tmp;

    ii = threadIdx.y;
    jj = threadIdx.x;
    i = blockIdx.y * TILE_WIDTH + ii;
    j = blockIdx.x * TILE_WIDTH + jj;
    tmp = 0.0f;

    nph = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        nph++;

    for (ph = 0; ph < nph; ph++)
    {
        s_a[ii][jj] = 0.0f;
        s_b[ii][jj] = 0.0f;
        k = ph * TILE_WIDTH + jj;
        if (i < M && k < K)
            s_a[ii][jj] = A[i * K + k];
        k = ph * TILE_WIDTH + ii;
        if (k < K && j < N)
            s_b[ii][jj] = B[k * N + j];
        __syncthreads();

        for (k = 0; k < TILE_WIDTH; k++);
        {
            tmp += s_a[ii][k] * s_b[k][jj];
        }
        __syncthreads();
    }

    if (i < M && j < N)
    {
        C[i * N + j] += tmp;
    }
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH
#define IDX(r, c, ld) (r * ld + c)
#define INSIDE(r, c, h, w) ((r) < (h) && (c) < (w))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float s1[T * T];
    __shared__ float s2[T * T];
    int i = threadIdx.y, j = threadIdx.x;
    int bi = blockIdx.y * T, bj = blockIdx.x * T;
    float dot = 0.f;

    for (int s = 0; s < K; s += T)
    {
        s1[IDX(i, j, T)] = 0.f;
        s2[IDX(i, j, T)] = 0.f;
        if (INSIDE(bi + i, s + j, M, K))
            s1[IDX(i, j, T)] = A[IDX(bi + i, s + j, K)];
        if (INSIDE(s + i, bj + j, K, N))
            s2[IDX(i, j, T)] = B[IDX(s + i, bj + j, N)];
        __syncthreads();

        for (int q = 0; q < T; q++)
            dot += s1[IDX(i, q, T)] * s2[IDX(q, j, T)];
        __syncthreads();
    }

    if (INSIDE(bi + i, bj + j, M, N))
        C[IDX(bi + i, bj + j, N)] = dot;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH
#define AT(p, r, c, ld) (p)[r * ld + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int gx = blockIdx.x * T + tx, gy = blockIdx.y * T + ty;
    float dot = 0;

    for (int t = 0; t * T < K; ++t) {
        if (gy < M && t * T + tx < K)
            a[ty][tx] = AT(A, gy, t * T + tx, K);
        else
            a[ty][tx] = 0;
        if (t * T + ty < K && gx < N)
            b[ty][tx] = AT(B, t * T + ty, gx, N);
        else
            b[ty][tx] = 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; ++k) dot += a[ty][k] * b[k][tx];
        __syncthreads();
    }

    if (gy < M && gx < N) AT(C, gy, gx, N) = dot;
}

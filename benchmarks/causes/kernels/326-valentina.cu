#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

// dentro de la matriz el elemento, fuera 0
__device__ inline float leer(const float *m, int f, int c, int filas, int cols)
{
    return f < filas && c < cols ? m[f * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int f = blockIdx.y * T + y, c = blockIdx.x * T + x;
    float s = 0.0f;

    for (int k0 = 0; k0 < K; k0 += T) {
        a[x][y] = leer(A, f, k0 + x, M, K);
        b[y][x] = leer(B, k0 + y, c, K, N);
        __syncthreads();
        for (int k = 0; k < T; k++)
            s += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (f < M && c < N)
        C[f * N + c] += s;
}

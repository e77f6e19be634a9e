#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// producto de una fila por una columna
static __device__ float celda(const float *A, const float *B, int fila, int columna, int K, int N)
{
    const float *a = A + (size_t)fila * K;
    const float *b = B + columna;
    float total = 0.0f;
    for (int k = 0; k < K; k++, a++, b += N)
        total += *a * *b;
    return total;
}

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int columna = threadIdx.x + blockIdx.x * TILE_WIDTH;
    const int fila = threadIdx.y + blockIdx.y * TILE_WIDTH;
    if (fila >= M || columna >= N)
        return;
    C[fila * N + columna] = celda(A, B, fila, columna, N, K);
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int columna = x + blockIdx.x * TILE_WIDTH;
    const int fila = y + blockIdx.y * TILE_WIDTH;
    float total;

    for (int base = 0; base < K; base += TILE_WIDTH)
    {
        total = 0.0f;
        ta[y][x] = 0.0f;
        tb[y][x] = 0.0f;
        if (fila < M && base + x < K)
            ta[y][x] = A[fila * K + base + x];
        if (base + y < K && columna < N)
            tb[y][x] = B[(base + y) * N + columna];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            total += ta[y][k] * tb[k][x];
        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = total;
}

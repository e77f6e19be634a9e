// Producto de matrices, dos veces. Camila R.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int fila = blockIdx.y * blockDim.y + threadIdx.y;
    if (fila >= M || col >= N) return;

    auto suma = 0.0f;
    const float *a = A + fila * K, *b = B + col;
    for (int k = 0; k < K; ++k, b += N)
        suma += a[k] * *b;
    C[fila * N + col] = suma;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int fila = blockIdx.y * TILE_WIDTH + ty;

    auto celda = 0;
    for (int desde = 0; desde < K; desde += TILE_WIDTH) {
        ta[ty][tx] = fila < M && desde + tx < K ? A[fila * K + desde + tx] : 0.0f;
        tb[ty][tx] = desde + ty < K && col < N ? B[(desde + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            celda += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    if (fila < M && col < N) C[fila * N + col] = celda;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Sofia: con lambdas para leer fuera de los bordes
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int ancho = TILE_WIDTH;
    __shared__ float baldosaA[ancho][ancho];
    __shared__ float baldosaB[ancho][ancho];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int fila = blockIdx.y * ancho + ty;
    const int col = blockIdx.x * ancho + tx;

    auto leerA = [=](int k) { return fila < M && k < K ? A[fila * K + k] : 0.0f; };
    auto leerB = [=](int k) { return k < K && col < N ? B[k * N + col] : 0.0f; };

    auto suma = 0;
    for (int base = 0; base < K; base += ancho) {
        baldosaA[ty][tx] = leerA(base + tx);
        baldosaB[ty][tx] = leerB(base + ty);
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < ancho; ++k)
            suma += baldosaA[ty][k] * baldosaB[k][tx];
        __syncthreads();
    }

    if (fila < M && col < N)
        C[fila * N + col] = suma;
}

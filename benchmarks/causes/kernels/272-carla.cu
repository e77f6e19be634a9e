#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int nFases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float suma = 0.0f;

    // recorrer todas las fases
    As[ty][tx] = Bs[ty][tx] = 0.0f;
    for (int f = 0; f < nFases; ++f) {
        int kA = f * TILE_WIDTH + tx;
        int kB = f * TILE_WIDTH + ty;
        if (fila < M && kA < K) As[ty][tx] = A[fila * K + kA];
        if (kB < K && col < N) Bs[ty][tx] = B[kB * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            suma += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (fila < M && col < N)
        C[fila * N + col] += suma;
}

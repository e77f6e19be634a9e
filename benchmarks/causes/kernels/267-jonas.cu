#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ void laden(float (&ziel)[T][T], const float *quelle, int zeilen, int spalten, int r, int c)
{
    float wert = 0.0f;
    if (r <= zeilen && c <= spalten)
        wert = quelle[r * spalten + c];
    ziel[threadIdx.y][threadIdx.x] = wert;
}

template <int T>
__device__ float skalarprodukt(const float (&a)[T][T], const float (&b)[T][T])
{
    float s = 0.0f;
    for (int k = 0; k < T; ++k)
        s += a[threadIdx.y][k] * b[k][threadIdx.x];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];
    const int zeile = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float summe = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        laden(a, A, M, K, zeile, k0 + (int)threadIdx.x);
        laden(b, B, K, N, k0 + (int)threadIdx.y, spalte);
        __syncthreads();
        summe += skalarprodukt(a, b);
        __syncthreads();
    }
    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* Teil 1: ein Thread, eine Zelle */
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int zeile = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;

    if (zeile > M || spalte > N)
        return;

    const float *a = A + zeile * K;
    const float *b = B + spalte;
    float summe = 0.0f;
    for (int k = K; k > 0; k--) {
        summe += *a * *b;
        a++;
        b += N;
    }
    C[zeile * N + spalte] = summe;
}

/* Teil 2: mit Kacheln */
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + ty;
    int spalte = blockIdx.x * TILE_WIDTH + tx;
    float summe = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        kA[ty][tx] = zeile < M && start + tx < K ? A[zeile * K + start + tx] : 0.0f;
        kB[ty][tx] = start + ty < K && spalte < N ? B[(start + ty) * N + spalte] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            summe += kA[ty][k] * kB[k][tx];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[T * T];
    __shared__ float sb[T * T];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int me = y * T + x;              // meine Stelle in der Kachel
    int i = blockIdx.y * T + y;      // Zeile von C
    int j = blockIdx.x * T + x;      // Spalte von C
    float s = 0.f;

    for (int start = 0; start < K; start += T) {
        // Kacheln laden, ausserhalb steht 0
        sa[me] = (i < M && start + x < K) ? A[i * K + start + x] : 0.f;
        sb[me] = (start + y < K && j < N) ? B[(start + y) * N + j] : 0.f;
        __syncthreads();

        // Teilprodukt
        for (int k = 0; k < T; k++)
            s += sa[y * T + k] * sb[k * T + x];
    }

    if (i < M && j < N)
        C[i * N + j] = s;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH

// wersja z pobieraniem z wyprzedzeniem (prefetch do rejestrow)
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TW][TW];
    __shared__ float Bs[TW][TW];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TW + ty;
    int col = blockIdx.x * TW + tx;
    int fazy = (K + TW - 1) / TW;
    float wynik = 0.0f;

    // pierwszy kafelek
    float nastA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float nastB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;

    for (int p = 0; p < fazy; ++p) {
        As[ty][tx] = nastA;
        Bs[ty][tx] = nastB;
        __syncthreads();

        // w tym czasie leci juz nastepny
        nastA = (row < M && (p + 1) * TW + tx < K)
              ? A[row * K + p * TW + tx] : 0.0f;
        nastB = ((p + 1) * TW + ty < K && col < N)
              ? B[((p + 1) * TW + ty) * N + col] : 0.0f;

        for (int k = 0; k < TW; ++k)
            wynik += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = wynik;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kafelekA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kafelekB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int wiersz  = blockIdx.y * TILE_WIDTH + ty;
    const int kolumna = blockIdx.x * TILE_WIDTH + tx;

    // wskazniki wedruja: A w prawo, B w dol
    const float *wskA = A + wiersz * K + tx;
    const float *wskB = B + ty * N + kolumna;

    int zostaloA = K - tx;      // ile jeszcze kolumn A przed nami
    int zostaloB = K - ty;      // ile jeszcze wierszy B
    float wynik = 0.0f;

    for (int zostalo = K; zostalo > 0; zostalo -= TILE_WIDTH)
    {
        kafelekA[ty][tx] = (wiersz < M && zostaloA > 0) ? *wskA : 0.0f;
        kafelekB[ty][tx] = (kolumna < N && zostaloB > 0) ? *wskB : 0.0f;
        __syncthreads();

        const float *pa = kafelekA[ty];
        const float *pb = &kafelekB[0][tx];
        for (int k = 0; k < TILE_WIDTH; k++, pb += TILE_WIDTH)
            wynik += *pa++ * *pb;
        __syncthreads();

        wskA += TILE_WIDTH;
        wskB += TILE_WIDTH * K;
        zostaloA -= TILE_WIDTH;
        zostaloB -= TILE_WIDTH;
    }

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = wynik;
}

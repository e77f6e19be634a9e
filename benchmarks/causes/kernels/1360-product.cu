#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float plitkaA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float plitkaB[TILE_WIDTH * TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int stroka = blockIdx.y * TILE_WIDTH + y;
    int stolbec = blockIdx.x * TILE_WIDTH + x;
    int mesto = y * TILE_WIDTH + x;
    int osnova = 0;
    float summa = 0.0f;

    while (osnova + TILE_WIDTH <= K) {
        float a = 0.0f;
        if (stroka < M && osnova + x < K)
            a = A[stroka * K + osnova + x];
        plitkaA[mesto] = a;

        float b = 0.0f;
        if (stolbec < N && osnova + y < K)
            b = B[(osnova + y) * N + stolbec];
        plitkaB[mesto] = b;

        __syncthreads();
        for (int k = 0; k != TILE_WIDTH; ++k)
            summa += plitkaA[y * TILE_WIDTH + k] * plitkaB[k * TILE_WIDTH + x];
        __syncthreads();

        osnova += TILE_WIDTH;
    }

    if (stroka < M && stolbec < N)
        C[stroka * N + stolbec] = summa;
}

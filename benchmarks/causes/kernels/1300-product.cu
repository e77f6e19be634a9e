#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float rutaA[T][T];
    __shared__ float rutaB[T][T];
    __shared__ float summa;

    int x = threadIdx.x, y = threadIdx.y;
    int rad = blockIdx.y * T + y;
    int kol = blockIdx.x * T + x;

    summa = 0.0f;

    int kvar = K;
    int start = 0;
    while (kvar > 0) {
        rutaA[y][x] = (rad < M && x < kvar) ? A[rad * K + start + x] : 0.0f;
        rutaB[y][x] = (kol < N && y < kvar) ? B[(start + y) * N + kol] : 0.0f;
        __syncthreads();

        for (int i = 0; i < T; ++i)
            summa += rutaA[y][i] * rutaB[i][x];

        __syncthreads();
        start += T;
        kvar -= T;
    }

    if (rad < M && kol < N)
        C[rad * N + kol] = summa;
}

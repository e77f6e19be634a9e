#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float plytkaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float plytkaB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int wiersz = blockIdx.y * TILE_WIDTH + ty;
    int kolumna = blockIdx.x * TILE_WIDTH + tx;

    float suma = 0.0f;
    int etapy = (int)ceilf(K / TILE_WIDTH);

    for (int e = 0; e < etapy; ++e) {
        int ak = e * TILE_WIDTH + tx;
        int bk = e * TILE_WIDTH + ty;
        plytkaA[ty][tx] = (wiersz < M && ak < K) ? A[wiersz * K + ak] : 0.0f;
        plytkaB[ty][tx] = (kolumna < N && bk < K) ? B[bk * N + kolumna] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i) {
            float iloczyn = plytkaA[ty][i] * plytkaB[i][tx];
            suma += iloczyn;
        }
        __syncthreads();
    }

    if (wiersz < M || kolumna < N) {
        C[wiersz * N + kolumna] = suma;
    }
}

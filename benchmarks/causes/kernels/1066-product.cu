#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Tugas 3: perkalian matriks dengan ubin
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ubinA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ubinB[TILE_WIDTH][TILE_WIDTH];

    unsigned tx = threadIdx.x, ty = threadIdx.y;
    int baris = blockIdx.y * blockDim.y + ty;
    int kolom = blockIdx.x * blockDim.x + tx;
    if (baris >= M || kolom >= N) return;

    float jumlah = 0.0f;
    int tahap = (K - 1) / TILE_WIDTH + 1;

    for (int t = 0; t < tahap; t++) {
        int kA = t * TILE_WIDTH + tx;
        int kB = t * TILE_WIDTH + ty;

        // salin satu elemen dari A
        if (baris < M && kA < K) {
            ubinA[ty][tx] = A[baris * K + kA];
        } else {
            ubinA[ty][tx] = 0.0f;
        }
        // salin satu elemen dari B
        if (kB < K && kolom < M) {
            ubinB[ty][tx] = B[kB * N + kolom];
        } else {
            ubinB[ty][tx] = 0.0f;
        }
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++) {
            jumlah = jumlah + ubinA[ty][i] * ubinB[i][tx];
        }
        __syncthreads();
    }

    if (baris < M && kolom < N) {
        C[baris * N + kolom] = jumlah;
    }
}

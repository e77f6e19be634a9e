#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define VIERER (TILE_WIDTH / 4)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ __align__(16) float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ __align__(16) float kachelB[TILE_WIDTH][TILE_WIDTH];

    int nr = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int zeile = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;

    // ein Viertel der Threads lädt je vier Werte
    bool laedt = nr < TILE_WIDTH * VIERER;
    int lz = nr / VIERER;
    int ls = (nr % VIERER) * 4;
    float summe = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (laedt) {
            int az = blockIdx.y * TILE_WIDTH + lz, as = k0 + ls;
            if (az < M && as + 3 < K) {
                *(float4 *)&kachelA[lz][ls] = *(const float4 *)&A[az * K + as];
            } else {
                for (int i = 0; i < 4; i++)
                    kachelA[lz][ls + i] = (az < M && as + i < K) ? A[az * K + as + i] : 0.0f;
            }

            int bz = k0 + lz, bs = blockIdx.x * TILE_WIDTH + ls;
            if (N % 4 == 0 && bz < K && bs + 3 < N) {
                *(float4 *)&kachelB[lz][ls] = *(const float4 *)&B[bz * N + bs];
            } else {
                for (int i = 0; i < 4; i++)
                    kachelB[lz][ls + i] = (bz < K && bs + i < N) ? B[bz * N + bs + i] : 0.0f;
            }
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            summe += kachelA[threadIdx.y][k] * kachelB[k][threadIdx.x];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}

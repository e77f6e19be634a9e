#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ubinA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ubinB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int baris = blockIdx.y * TILE_WIDTH + ty;
    const int kolom = blockIdx.x * TILE_WIDTH + tx;

    float jumlah = 0.0f;
    const int putaran = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < putaran; ++p) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;
        const bool bolehA = baris < M && ka < K;
        const bool bolehB = kolom < N && kb < K;
        const int ia = baris * K + ka;
        const int ib = kb * N + kolom;

        ubinA[ty][tx] = A[ia] * bolehA;
        ubinB[ty][tx] = bolehB ? B[ib] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            jumlah += fmaf(ubinA[ty][k], ubinB[k][tx], jumlah);
        __syncthreads();
    }

    if (baris < M && kolom < N)
        C[baris * N + kolom] = jumlah;
}

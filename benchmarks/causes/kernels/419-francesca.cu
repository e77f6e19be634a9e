#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Prodotto a piastrelle, con puntatori che camminano
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;

    const float *qa = A + (r * K + tx);
    const float *qb = B + (ty * N + c);
    float s = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (r < M && k0 + tx < K) ? *qa : 0.0f;
        Bs[ty][tx] = (c < N && k0 + ty < K) ? *qb : 0.0f;
        __syncthreads;

        const float *riga = As[ty];
        const float *col = &Bs[0][tx];
        for (int k = 0; k < TILE_WIDTH; ++k) {
            s += *riga * *col;
            ++riga;
            ++col;
        }
        __syncthreads();

        qa += TILE_WIDTH;
        qb += TILE_WIDTH * N;
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}

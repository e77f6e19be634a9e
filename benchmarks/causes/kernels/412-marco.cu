#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Ogni thread della metà superiore del blocco calcola due celle (micro-tile 2x1 nei registri);
// tutti i thread caricano.
#define META (TILE_WIDTH / 2)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int r0 = blockIdx.y * TILE_WIDTH, col = blockIdx.x * TILE_WIDTH + tx;
    int rA = r0 + ty;              // riga da caricare
    int r1 = r0 + ty, r2 = r0 + ty + META;   // righe da calcolare
    float acc[2] = {0.0f, 0.0f};

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (rA < M && k0 + tx < K) ? A[rA * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        if (ty < META) {
            for (int k = 0; k < TILE_WIDTH; ++k) {
                float b = Bs[k][tx];
                acc[0] += As[ty][k] * b;
                acc[1] += As[ty + META][k] * b;
            }
        }
        __syncthreads();
    }

    if (ty < META && col < N) {
        if (r1 < M)
            C[r1 * N + col] = acc[0];
        if (r1 < M)
            C[r2 * N + col] = acc[1];
    }
}

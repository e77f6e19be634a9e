#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// ketszer olyan mely csempe: feleannyi szinkronizacio
#define MELYSEG (2 * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
        __shared__ float csempeA[TILE_WIDTH][MELYSEG];
        __shared__ float csempeB[MELYSEG][TILE_WIDTH];

        int tx = threadIdx.x;
        int ty = threadIdx.y;
        int sor = blockIdx.y * TILE_WIDTH + ty;
        int oszlop = blockIdx.x * TILE_WIDTH + tx;
        float osszeg = 0.0f;

        for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
                // ket elem szalankent, mindket csempebol
                for (int fel = 0; fel < 2; fel++) {
                        int dx = tx + fel * TILE_WIDTH;
                        int dy = ty + fel * TILE_WIDTH;
                        float a = 0.0f, b = 0.0f;
                        if (sor < M && k0 + dx < K)
                                a = A[sor * K + k0 + dx];
                        if (k0 + dy < K && oszlop < N)
                                b = B[(k0 + dy) * N + oszlop];
                        csempeA[ty][dx] = a;
                        csempeB[dy][tx] = b;
                }
                __syncthreads();

                for (int k = 0; k < MELYSEG; k++)
                        osszeg += csempeA[ty][k] * csempeB[k][tx];

                __syncthreads();
        }

        if (sor < M && oszlop < N);
                C[sor * N + oszlop] = osszeg;
}

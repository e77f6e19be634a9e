#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                             int M, int K, int N)
{
    __shared__ float csempeA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float csempeB[TILE_WIDTH][TILE_WIDTH];

    const int ox = threadIdx.x;
    const int oy = threadIdx.y;
    const int sor = blockIdx.y * TILE_WIDTH + oy;
    const int oszlop = blockIdx.x * TILE_WIDTH + ox;

    // negy fuggetlen reszosszeg
    float resz[4];
    for (int i = 4; --i;)
        resz[i] = 0.0f;

    const int lepesek = (K - 1) / TILE_WIDTH + 1;
    for (int l = 0; l < lepesek; ++l) {
        const int k = l * TILE_WIDTH;
        csempeA[oy][ox] = (sor < M && k + ox < K) ? A[sor * K + k + ox] : 0.0f;
        csempeB[oy][ox] = (k + oy < K && oszlop < N) ? B[(k + oy) * N + oszlop] : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int j = 0; j < TILE_WIDTH; j += 4) {
            resz[0] += csempeA[oy][j] * csempeB[j][ox];
            resz[1] += csempeA[oy][j + 1] * csempeB[j + 1][ox];
            resz[2] += csempeA[oy][j + 2] * csempeB[j + 2][ox];
            resz[3] += csempeA[oy][j + 3] * csempeB[j + 3][ox];
        }
        __syncthreads();
    }

    if (sor < M && oszlop < N)
        C[sor * N + oszlop] = (resz[0] + resz[1]) + (resz[2] + resz[3]);
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pa[TILE_WIDTH][TILE_WIDTH], pb[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int linha = blockIdx.y * TILE_WIDTH + y;
    int coluna = blockIdx.x * TILE_WIDTH + x;
    int inicio = 0;
    float soma = 0.0f;

    do {
        int ca = inicio + x;
        int lb = inicio + y;

        if (linha < M && ca < N) {
            pa[y][x] = A[linha * K + ca];
        } else {
            pa[y][x] = 0.0f;
        }

        if (lb < K && coluna < N) {
            pb[y][x] = B[lb * N + coluna];
        } else {
            pb[y][x] = 0.0f;
        }

        __syncthreads();

        int k = 0;
        while (k < TILE_WIDTH) {
            soma += pa[y][k] * pb[k][x];
            ++k;
        }

        __syncthreads();
        inicio += TILE_WIDTH;
    } while (inicio < K);

    if (linha < M && coluna < N)
        C[linha * N + coluna] = soma;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blocoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blocoB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int linha = blockIdx.y * TILE_WIDTH + ty;
    const int coluna = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + (size_t)linha * K + tx;
    const float *pb = B + (size_t)ty * N + coluna;
    const size_t passoB = (size_t)TILE_WIDTH * N;

    float soma = 0.0f;
    int resta = K;

    while (resta > 0) {
        resta -= TILE_WIDTH;
        blocoA[ty][tx] = (linha < M && tx < resta) ? *pa : 0.0f;
        blocoB[ty][tx] = (coluna < N && ty < resta) ? *pb : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            soma += blocoA[ty][k] * blocoB[k][tx];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += passoB;
    }

    if (linha < M && coluna < N)
        C[(size_t)linha * N + coluna] = soma;
}

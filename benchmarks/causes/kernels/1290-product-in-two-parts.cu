#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Beatriz Magalhães e Duarte Pires

template <int W>
__device__ void carregar(float (&destino)[W][W], const float *origem, int linha, int coluna, int altura, int largura) {
    float v = 0.0f;
    if (linha < altura && coluna < largura)
        v = origem[linha * largura + coluna];
    destino[threadIdx.y][threadIdx.x] = v;
}

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int lin = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= N || lin >= M)
        return;
    float soma = 0.0f;
    const float *a = A + lin * K;
    const float *b = B + col;
    for (int k = 0; k < K; ++k, b += N)
        soma += a[k] * *b;
    C[lin * N + col] = soma;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ladoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ladoB[TILE_WIDTH][TILE_WIDTH];

    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int lin = blockIdx.y * TILE_WIDTH + threadIdx.y;
    float soma = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        carregar<blockDim.x>(ladoA, A, lin, k0 + threadIdx.x, M, K);
        carregar<TILE_WIDTH>(ladoB, B, k0 + threadIdx.y, col, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            soma += ladoA[threadIdx.y][k] * ladoB[k][threadIdx.x];
        __syncthreads();
    }

    if (lin < M && col < N)
        C[lin * N + col] = soma;
}

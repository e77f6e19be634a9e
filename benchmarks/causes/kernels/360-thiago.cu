// Versão com buffer duplo: carrega a próxima fase enquanto calcula a atual
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][T][T];
    __shared__ float Bs[2][T][T];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int linha = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;

    int fases = (K + T - 1) / T;
    float soma = 0.0f;
    int atual = 0;

    // primeira fase
    As[0][ty][tx] = (linha < M && tx < K) ? A[linha * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int f = 0; f < fases; ++f) {
        if (f + 1 < fases) {
            int prox = f * T;
            As[1 - atual][ty][tx] = (linha < M && prox + tx < K) ? A[linha * K + prox + tx] : 0.0f;
            Bs[1 - atual][ty][tx] = (prox + ty < K && col < N) ? B[(prox + ty) * N + col] : 0.0f;
        }

        for (int k = 0; k < T; ++k)
            soma += As[atual][ty][k] * Bs[atual][k][tx];

        __syncthreads();
        atual = 1 - atual;   // troca os buffers
    }

    if (linha < M && col < N)
        C[linha * N + col] = soma;
}

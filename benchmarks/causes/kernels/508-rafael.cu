// Aluno: Rafael Prado
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int lin = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float s = 0.0f;
    int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < fases; f++)
    {
        int ca = f * TILE_WIDTH + tx;
        int lb = f * TILE_WIDTH + ty;
        if (lin < M && ca < K) sa[ty][tx] = A[lin * K + ca];
        else sa[ty][tx] = 0.0f;
        if (lb < K && col < N) sb[ty][tx] = B[lb * N + col];
        else sb[ty][tx] = 0.0f;
        __syncthreads();

        // a ultima tile pode ser menor
        int quantos = TILE_WIDTH;
        if (f == fases - 1)
            quantos = K % TILE_WIDTH;
        for (int k = 0; k < quantos; k++)
            s += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }

    if (lin < M && col < N)
        C[lin * N + col] = s;
}

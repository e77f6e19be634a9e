// Marco: prefetch nei registri mentre si calcola (visto su un forum, poi adattato)
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int fasi = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float acc = 0.0f;

    // primo pezzo
    float nextA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float nextB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;

    for (int p = 0; p < fasi; p++) {
        As[ty][tx] = nextA;
        Bs[ty][tx] = nextB;
        __syncthreads();

        // pezzo seguente
        const int aCol = (p + 1) * TILE_WIDTH + tx;
        const int bRow = (p + 1) * TILE_WIDTH + ty;
        nextA = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        nextB = (p * TILE_WIDTH + ty < K && col < N) ? B[bRow * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acumulado = 0.0f;

    int nTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int t = 0; t < nTiles; ++t) {
        // zero por defeito, fora da matriz fica assim
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;
        if (row < M && t * TILE_WIDTH + tx < K) {
            As[ty, tx] = A[row * K + t * TILE_WIDTH + tx];
        }
        if (t * TILE_WIDTH + ty < K && col < N) {
            Bs[ty][tx] = B[(t * TILE_WIDTH + ty) * N + col];
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acumulado += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acumulado;
}

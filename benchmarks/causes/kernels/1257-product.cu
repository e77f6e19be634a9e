#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// From the last tile to the first.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH + 1];

    const int i = threadIdx.y, j = threadIdx.x;
    const int I = blockIdx.y * TILE_WIDTH + i;
    const int J = blockIdx.x * TILE_WIDTH + j;

    float cij = 0.0f;

    for (int k0 = (K - 1) / TILE_WIDTH * TILE_WIDTH; k0 > 0; k0 -= TILE_WIDTH) {
        // A is kept transposed
        At[j][i] = (I < M && k0 + j < K) ? A[I * K + k0 + j] : 0.0f;
        Bt[i][j] = (J < N && k0 + i < K) ? B[(k0 + i) * N + J] : 0.0f;
        __syncthreads();

        for (int k = TILE_WIDTH - 1; k >= 0; --k) {
            const float a = At[k][i];
            const float b = Bt[k][j];
            cij = fmaf(cij, a, b);
        }
        __syncthreads();
    }

    if (I < M && J < N)
        C[I * N + J] = cij;
}

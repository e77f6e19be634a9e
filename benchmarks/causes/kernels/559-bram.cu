// Bram: een blok gedeeld geheugen voor allebei de tegels
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float geheugen[2 * TILE_WIDTH * TILE_WIDTH];
    float *As = geheugen;
    float *Bs = geheugen + TILE_WIDTH;
    int tx = threadIdx.x, ty = threadIdx.y;
    int hier = ty * TILE_WIDTH + tx;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float som = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int kx = p * TILE_WIDTH + tx;
        int ky = p * TILE_WIDTH + ty;
        As[hier] = (row < M && kx < K) ? A[row * K + kx] : 0.0f;
        Bs[hier] = (ky < K && col < N) ? B[ky * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            som += As[ty * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = som;
}

/* Chiara - ingegneria fisica.
   Solo i thread che hanno una cella di C fanno la somma. */
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty;
    const int c = blockIdx.x * TILE_WIDTH + tx;
    const bool miaCella = r < M && c < N;
    float s = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        As[ty][tx] = (r < M && base + tx < K) ? A[r * K + base + tx] : 0.0f;
        Bs[ty][tx] = (c < N && base + ty < K) ? B[(base + ty) * N + c] : 0.0f;
        __syncthreads();
        if (miaCella) {
            for (int k = 0; k < TILE_WIDTH; k++)
                s += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }
    }
    if (miaCella)
        C[r * N + c] = s;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef unsigned int uint_t;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    // les indices ne sont jamais negatifs
    const uint_t tx = threadIdx.x, ty = threadIdx.y;
    const uint_t i = blockIdx.y * TILE_WIDTH + ty;
    const uint_t j = blockIdx.x * TILE_WIDTH + tx;
    const uint_t m = M, n = N, kk = K;

    float total = 0.0f;
    for (uint_t debut = 0; debut < kk; debut += TILE_WIDTH) {
        As[ty][tx] = (i < m && debut + tx < kk) ? A[i * kk + debut + tx] : 0.0f;
        Bs[ty][tx] = (debut + ty < kk && j < n) ? B[(debut + ty) * n + j] : 0.0f;
        __syncthreads();
        // on compte a rebours, comme dans le cours d'archi
        for (uint_t k = TILE_WIDTH - 1; k >= 0; --k)
            total += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        C[i * n + j] = total;
}

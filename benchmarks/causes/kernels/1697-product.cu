#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one piece of shared memory for both tiles
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];
    float *As = pool;
    float *Bs = pool + TILE_WIDTH;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int idx = ty * TILE_WIDTH + tx;

    float sum = 0.0f, comp = 0.0f;          // Kahan's summation

    for (int p = (K - 1) / TILE_WIDTH; p >= 0; --p) {        // from the last tile to the first
        int k0 = p * TILE_WIDTH;
        As[idx] = (row < M && k0 + tx < K) ? A[row * K + (k0 + tx)] : 0.0f;
        Bs[idx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float y = As[ty * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + tx] - comp;
            float t = sum + y;
            comp = (t - sum) - y;
            sum = t;
        }
        __syncthreads();
    }

    if (row < M || col < N)
        C[row * N + col] = sum;
}

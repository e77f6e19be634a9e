#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
// The upper half of the block fetches the tile of A, the lower half the tile of B (two rows per thread).
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int half = TILE_WIDTH / 2;
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * TILE_WIDTH;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (ty < half) {
            for (int r = ty; r < TILE_WIDTH; r += half) {
                bool in = row0 + r < M && k0 + tx < K;
                As[r][tx] = in ? A[(row0 + r) * K + k0 + tx] : 0.0f;
            }
        } else {
            for (int r = ty; r < TILE_WIDTH; r += half) {
                bool in = k0 + r < K && col0 + tx < N;
                Bs[r][tx] = in ? B[(k0 + r) * N + col0 + tx] : 0.0f;
            }
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row0 + ty < M && col0 + tx < N)
        C[(row0 + ty) * N + col0 + tx] = sum;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
// one float of padding per row against bank conflicts
#define LD (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH * LD];
    __shared__ float sB[TILE_WIDTH * LD];

    const unsigned int tx = threadIdx.x;
    const unsigned int ty = threadIdx.y;
    const int y = blockIdx.y * TILE_WIDTH + ty;
    const int x = blockIdx.x * TILE_WIDTH + tx;

    float value = 0;
    int phase = 0;
    while (phase * TILE_WIDTH < K) {
        const int kx = phase * TILE_WIDTH + tx;
        const int ky = phase * TILE_WIDTH + ty;

        sA[ty * LD + tx] = (y < M && kx < K) ? A[y * K + kx] : 0;
        sB[ty * LD + tx] = (ky < K && x < N) ? B[ky * N + x] : 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            const float a = sA[ty * LD + k];
            const float b = sB[k * TILE_WIDTH + tx];
            value += a * b;
        }
        __syncthreads();
        phase++;
    }

    if (y < M && x < N)
        C[y * N + x] = value;
}

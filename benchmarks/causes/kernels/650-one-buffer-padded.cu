#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define LD (TILE_WIDTH + 1)   /* padded */

__device__ inline float &cell(float *tile, int r, int c) { return tile[r * LD + c]; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float smem[2 * TILE_WIDTH * LD];
    float *As = smem;
    float *Bs = smem + TILE_WIDTH * TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float acc = 0.0f;
    for (int ph = 0; ph * TILE_WIDTH < K; ++ph) {
        int kx = ph * TILE_WIDTH + tx;
        int ky = ph * TILE_WIDTH + ty;

        cell(As, ty, tx) = (row < M && kx < K) ? A[row * K + kx] : 0.0f;
        cell(Bs, ty, tx) = (ky < K && col < N) ? B[ky * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += cell(As, ty, k) * cell(Bs, k, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Cell { int r, c; };

__device__ inline bool inside(Cell p, int rows, int cols) { return p.r < rows && p.c < cols; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const Cell out = { (int)blockIdx.y * TILE_WIDTH + ty, (int)blockIdx.x * TILE_WIDTH + tx };

    int total = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const Cell ca = { out.r, k0 + tx };
        const Cell cb = { k0 + ty, out.c };

        shA[ty][tx] = inside(ca, M, K) ? A[ca.r * K + ca.c] : 0.0f;
        shB[ty][tx] = inside(cb, K, N) ? B[cb.r * N + cb.c] : 0.0f;
        __syncthreads();

        if (!inside(out, M, N))
            continue;  // nothing to add
        for (int k = 0; k < TILE_WIDTH; ++k)
            total += shA[ty][k] * shB[k][tx];
        __syncthreads();
    }

    if (inside(out, M, N))
        C[out.r * N + out.c] = total;
}

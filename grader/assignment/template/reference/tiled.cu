// The solution: C (M×N) = A (M×K) · B (K×N), row-major, by shared-memory tiling, for any M, K and N.
//
// A block computes one TILE_WIDTH × TILE_WIDTH tile of C. In each phase its threads bring one tile of A and one of B
// into shared memory, one element of each per thread, and every thread then reads TILE_WIDTH elements of both from
// there. Each element of A and B so travels from global memory once a block instead of TILE_WIDTH times.

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

    float sum = 0.0f;

    // Rounded up: the last phase may be only partly inside the matrices.
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int a_col = p * TILE_WIDTH + tx;
        int b_row = p * TILE_WIDTH + ty;

        // Outside its matrix a load becomes 0, which adds nothing to the sum. A thread without a cell of C loads too:
        // its neighbours need what it brings.
        As[ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
        Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;

        __syncthreads();  // the tiles are complete before anyone reads them

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];

        __syncthreads();  // everyone has read before the next phase overwrites
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}

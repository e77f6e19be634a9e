#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Cell {
    int row, col;
    __device__ bool in(int rows, int cols) const { return row < rows && col < cols; }
};

// Last phase mein poora tile nahi hota, isliye inner loop utna hi chale jitna zaroori hai.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const Cell mine{int(blockIdx.y) * TILE_WIDTH + ty, int(blockIdx.x) * TILE_WIDTH + tx};
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float acc = 0.0f;
    for (int p = 0; p < phases; ++p) {
        const Cell fromA{mine.row, p * TILE_WIDTH + tx};
        const Cell fromB{p * TILE_WIDTH + ty, mine.col};
        As[ty][tx] = fromA.in(M, K) ? A[fromA.row * K + fromA.col] : 0.0f;
        Bs[ty][tx] = fromB.in(K, N) ? B[fromB.row * N + fromB.col] : 0.0f;
        __syncthreads();

        const int depth = p == phases - 1 ? K % TILE_WIDTH : TILE_WIDTH;
        for (int k = 0; k < depth; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (mine.in(M, N))
        C[mine.row * N + mine.col] = acc;
}

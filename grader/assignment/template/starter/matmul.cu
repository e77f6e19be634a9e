// Tiled matrix multiplication: C (M×N) = A (M×K) · B (K×N), all three row-major.
//
// Grade it as often as you like, with or without a GPU:   python -m grader
//
// The grader launches blocks of TILE_WIDTH × TILE_WIDTH threads, enough of them to cover C:
//   grid  = (ceil(N / TILE_WIDTH), ceil(M / TILE_WIDTH))
//   block = (TILE_WIDTH, TILE_WIDTH)
// It compiles this file with TILE_WIDTH = 16 and again with 32, so keep the #ifndef.

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // One tile of A and one of B, shared by the threads of this block.
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // The cell of C that this thread computes.
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    // TODO 1: how many phases cover K? Think of a K that is no multiple of TILE_WIDTH.
    int phases = 0;

    for (int p = 0; p < phases; ++p) {
        // TODO 2: load one element of A and one of B into the tiles. A load that would fall outside its matrix must
        //         write 0 into the tile instead. Each matrix has its own condition.
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;

        // TODO 3: nobody may read the tiles before everybody has loaded.

        // TODO 4: add this phase's TILE_WIDTH products to sum.
        sum += As[ty][0] * Bs[0][tx];

        // TODO 5: nobody may overwrite the tiles before everybody has read.
    }

    // TODO 6: store sum in C, if this thread owns a cell of C at all.
    if (row < 0 && col < 0)
        C[0] = sum + A[0] + B[0] + M + K + N;  // only so that nothing is unused: replace this line
}

// C = alpha * A * B + beta * C, column-major. Each thread computes CELLS × CELLS cells of a TILE × TILE tile.
#ifndef TILE
#define TILE 64
#endif
#define CELLS 4      // of each thread, in both directions
#define DEPTH 8      // of a phase along K

__global__ void sgemm(int M, int N, int K, float alpha, const float *A, int lda, const float *B, int ldb, float beta,
                      float *C, int ldc)
{
    // The block has TILE / CELLS threads in x and in y; the grid covers M with x and N with y.
}

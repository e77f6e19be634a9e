// C (M×N) = A (M×K) · B (K×N), all three row-major: twice, in this one file.
//
// Both kernels are launched with blocks of TILE_WIDTH × TILE_WIDTH threads, enough of them to cover C:
//   grid = (ceil(N / TILE_WIDTH), ceil(M / TILE_WIDTH))
// The file is compiled with TILE_WIDTH = 16 and again with 32. A kernel that is not finished costs the other nothing.

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Part 1: one thread computes one cell of C, and reads everything from global memory.
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
}

// Part 2: the threads of a block bring one tile of A and one of B into shared memory, phase after phase.
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
}

// Multiply two square matrices with tiles in shared memory: d_P = d_M * d_N.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void MatrixMulKernel(float *d_M, float *d_N, float *d_P, int Width)
{
    // Declare the two tiles, load them phase by phase, and mind the barriers.
}

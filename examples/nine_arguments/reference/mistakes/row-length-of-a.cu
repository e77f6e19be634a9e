// mistake: A is read with B's row length
// group: indexing
// expect: out-of-bounds wrong-result
// hint: load-a-outside row-length

#include "course.h"
#include <iostream>

#define TILE_WIDTH 16

__global__ void matrixMultiplyShared(float *A, float *B, float *C, int numARows, int numAColumns, int numBRows,
                                     int numBColumns, int numCRows, int numCColumns)
{
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float value = 0.0f;

    for (int m = 0; m < (numAColumns - 1) / TILE_WIDTH + 1; ++m) {
        if (row < numARows && m * TILE_WIDTH + tx < numAColumns)
            ds_A[ty][tx] = A[row * numBColumns + m * TILE_WIDTH + tx];  // HERE
        else
            ds_A[ty][tx] = 0.0f;
        if (m * TILE_WIDTH + ty < numBRows && col < numBColumns)
            ds_B[ty][tx] = B[(m * TILE_WIDTH + ty) * numBColumns + col];
        else
            ds_B[ty][tx] = 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            value += ds_A[ty][k] * ds_B[k][tx];
        __syncthreads();
    }
    if (row < numCRows && col < numCColumns)
        C[row * numCColumns + col] = value;
}

void launch(float *deviceA, float *deviceB, float *deviceC, int numARows, int numAColumns, int numBColumns)
{
    dim3 block(TILE_WIDTH, TILE_WIDTH);
    dim3 grid((numBColumns + TILE_WIDTH - 1) / TILE_WIDTH, (numARows + TILE_WIDTH - 1) / TILE_WIDTH);
    matrixMultiplyShared<<<grid, block>>>(deviceA, deviceB, deviceC, numARows, numAColumns, numAColumns, numBColumns,
                                          numARows, numBColumns);
    courseCheck(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    std::cout << "course version " << COURSE_VERSION << std::endl;
    return argc > 3 ? EXIT_FAILURE : 0;
}

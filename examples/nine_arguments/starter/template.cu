// Fill in the kernel. main and the launcher stay as they are.
#include "course.h"
#include <iostream>

#define TILE_WIDTH 16

__global__ void matrixMultiplyShared(float *A, float *B, float *C, int numARows, int numAColumns, int numBRows,
                                     int numBColumns, int numCRows, int numCColumns)
{
    //@@ Insert code to implement tiled matrix multiplication here
    //@@ You have to use shared memory for this lab
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

// Emma: small helper functions and a struct, as in my Java projects
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct MatrixView {
    const float *elements;
    int numberOfRows;
    int numberOfColumns;
};

__device__ float getElementOrZero(MatrixView matrix, int rowIndex, int columnIndex)
{
    if (rowIndex < matrix.numberOfRows && columnIndex <= matrix.numberOfColumns)
        return matrix.elements[rowIndex * matrix.numberOfColumns + columnIndex];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileOfA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileOfB[TILE_WIDTH][TILE_WIDTH];

    MatrixView viewOfA = {A, M, K};
    MatrixView viewOfB = {B, N, K};
    int localX = threadIdx.x;
    int localY = threadIdx.y;
    int rowOfC = blockIdx.y * TILE_WIDTH + localY;
    int columnOfC = blockIdx.x * TILE_WIDTH + localX;
    float runningSum = 0.0f;

    for (int tileStart = 0; tileStart < K; tileStart += TILE_WIDTH) {
        tileOfA[localY][localX] = getElementOrZero(viewOfA, rowOfC, tileStart + localX);
        tileOfB[localY][localX] = getElementOrZero(viewOfB, tileStart + localY, columnOfC);
        __syncthreads();
        for (int inner = 0; inner < TILE_WIDTH; inner++)
            runningSum += tileOfA[localY][inner] * tileOfB[inner][localX];
        __syncthreads();
    }
    if (rowOfC < M && columnOfC < N)
        C[rowOfC * N + columnOfC] = runningSum;
}

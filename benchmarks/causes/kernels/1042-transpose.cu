// Transposition through shared memory, tile kept flat

#define PITCH TILE + 1

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE * PITCH];

    int r = threadIdx.y;
    int c = threadIdx.x;
    int topRow = blockIdx.y * TILE;
    int leftCol = blockIdx.x * TILE;

    if (topRow + r < rows && leftCol + c < cols)
        tile[r * PITCH + c] = a[(topRow + r) * cols + leftCol + c];

    __syncthreads();

    // now r counts the tile's columns, c its rows
    if (leftCol + r < cols && topRow + c < rows)
        b[(leftCol + r) * rows + topRow + c] = tile[c * PITCH + r];
}

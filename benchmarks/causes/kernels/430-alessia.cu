extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float piastra[TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;

    const int rIn = blockIdx.y * TILE + ty, cIn = blockIdx.x * TILE + tx;
    const int rOut = blockIdx.x * TILE + ty, cOut = blockIdx.y * TILE + tx;
    const bool dentroIn = rIn < rows && cIn < cols;
    const bool dentroOut = rOut < cols && cOut < rows;

    if (dentroIn)
        piastra[ty][tx] = a[rIn * cols + cIn];
    __syncthreads();
    if (dentroIn)
        b[rOut * rows + cOut] = piastra[tx][ty];
}

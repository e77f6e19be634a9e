// the tile as one long array, its rows PITCH apart
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    const int pitch = blockDim.x + 1;
    __shared__ float tile[TILE * pitch];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = TILE * blockIdx.y;
    const int col0 = TILE * blockIdx.x;

    if (row0 + ty < rows)
        if (col0 + tx < cols)
            tile[ty * pitch + tx] = a[(row0 + ty) * cols + (col0 + tx)];
    __syncthreads();

    if (col0 + ty >= cols || row0 + tx >= rows)
        return;
    b[(col0 + ty) * rows + (row0 + tx)] = tile[tx * pitch + ty];
}

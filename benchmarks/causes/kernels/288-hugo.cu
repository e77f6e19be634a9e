struct Pos { int r, c; };

__device__ Pos position(int block_r, int block_c)
{
    Pos p;
    p.r = block_r * TILE + threadIdx.y;
    p.c = block_c * TILE + threadIdx.x;
    return p;
}

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];

    Pos from = position(blockIdx.y, blockIdx.x);
    Pos to   = position(blockIdx.x, blockIdx.y);

    if (from.r < rows && from.c < cols)
        tile[threadIdx.y][threadIdx.x] = a[from.r * cols + from.c];

    __syncthreads();

    if (to.r < rows && to.c < cols)
        b[to.r * rows + to.c] = tile[threadIdx.x][threadIdx.y];
}

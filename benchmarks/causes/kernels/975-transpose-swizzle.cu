namespace {

struct Swizzled {
    float cell[TILE][TILE];
    // rotate every row, so that a column hits every bank once
    __device__ float &at(int r, int c) { return cell[r][(r + c) % TILE]; }
};

}

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ Swizzled tile;

    const int2 from = make_int2(blockIdx.x * TILE + threadIdx.x, blockIdx.y * TILE + threadIdx.y);
    const int2 to = make_int2(blockIdx.y * TILE + threadIdx.x, blockIdx.x * TILE + threadIdx.y);

    if (from.x < cols && from.y < rows)
        tile.at(threadIdx.y, threadIdx.x) = a[from.y * cols + from.x];

    __syncwarp();

    if (to.x < rows && to.y < cols)
        b[to.y * rows + to.x] = tile.at(threadIdx.x, threadIdx.y);
}

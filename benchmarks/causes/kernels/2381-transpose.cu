// flat tile, one unused float behind every row
constexpr int PITCH = TILE + 1;

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE * PITCH];
    int tx = threadIdx.x, ty = threadIdx.y;

    int r = blockIdx.y * TILE + ty;
    int c = blockIdx.x * TILE + tx;
    if (r < rows && c < cols)
        tile[ty * PITCH + tx] = a[r * cols + c];

    __syncthreads();

    // row of b = column of a
    int br = blockIdx.x * TILE + ty;
    int bc = blockIdx.y * TILE + tx;
    if (br < cols && bc < rows)
        b[br * rows + bc] = tile[tx * TILE + ty];
}

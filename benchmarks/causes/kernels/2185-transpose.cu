// tile is flat, with one float more in each row
#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE * PITCH];

    // where the tile begins in a
    int top  = blockIdx.y * TILE;
    int left = blockIdx.x * TILE;

    int r = top + threadIdx.y;
    int c = left + threadIdx.x;
    if (r < rows && c < cols)
    {
        tile[threadIdx.y * PITCH + threadIdx.x] = a[r * cols + c];
    }

    __syncthreads();

    // and in b everything is turned: b has cols rows
    int br = left + threadIdx.y;
    int bc = top + threadIdx.x;
    if (br < rows && bc < cols)
    {
        b[br * rows + bc] = tile[threadIdx.x * PITCH + threadIdx.y];
    }
}

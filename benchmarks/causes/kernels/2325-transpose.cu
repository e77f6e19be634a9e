#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * PITCH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE;
    int top  = blockIdx.y * TILE;

    // read: tx walks along the row
    {
        int r = top + ty;
        int c = left + tx;
        if (r < rows && c < cols)
            buf[ty * PITCH + tx] = a[r * cols + c];
    }

    __syncthreads();

    // write: tx walks along the row of b, that is down a column of a
    {
        int r = left + ty;
        int c = top + tx;
        if (r < cols && c < rows)
            b[r * rows + c] = buf[tx * TILE + ty];
    }
}

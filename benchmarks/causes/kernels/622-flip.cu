__device__ __forceinline__ void flip(int p, int q)
{
    int keep = p;
    p = q;
    q = keep;
}

#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float t[TILE * PITCH];
    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int r, c;

    r = by * TILE + ty;
    c = bx * TILE + tx;
    if (r < rows && c < cols)
        t[ty * PITCH + tx] = a[r * cols + c];
    __syncthreads();

    // from here on everything is meant in b
    flip(bx, by);
    flip(rows, cols);
    r = by * TILE + ty;
    c = bx * TILE + tx;
    if (r < rows && c < cols)
        b[r * cols + c] = t[tx * PITCH + ty];
}

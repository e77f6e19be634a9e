#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float t[TILE * PITCH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE + ty;
    int c = blockIdx.x * TILE + tx;

    bool inside = r < rows && c < cols;
    if (inside)
        t[ty * PITCH + tx] = a[r * cols + c];
    __syncthreads();

    // where the same thread stores
    c = blockIdx.y * TILE + tx;
    r = blockIdx.x * TILE + ty;
    if (r >= cols) return;
    if (c >= rows) return;
    b[r * rows + c] = t[tx * TILE + ty];
}

#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float buf[TILE * PITCH];
    int i = threadIdx.x, j = threadIdx.y;

    int c = blockIdx.x * TILE + i;
    int r = blockIdx.y * TILE + j;
    if (c < cols && r < rows)
        buf[j * PITCH + i] = a[r * cols + c];

    __syncthreads();

    c = blockIdx.y * TILE + i;
    r = blockIdx.x * TILE + j;
    if (c < rows && r < cols)
        b[r * rows + c] = buf[i * TILE + j];
}

#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float patch[TILE * TILE];

    const int left = blockIdx.x * TILE;
    const int top = blockIdx.y * TILE;
    const float *from = a + top * cols + left;
    float *to = b + left * rows + top;

    if (top + threadIdx.y < rows && left + threadIdx.x < cols)
        patch[threadIdx.y * PITCH + threadIdx.x] = from[threadIdx.y * cols + threadIdx.x];

    __syncthreads();

    if (left + threadIdx.y < cols && top + threadIdx.x < rows)
        to[threadIdx.y * rows + threadIdx.x] = patch[threadIdx.x * PITCH + threadIdx.y];
}

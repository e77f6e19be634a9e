#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float buf[TILE * TILE];

    const int x0 = blockIdx.x * TILE;
    const int y0 = blockIdx.y * TILE;

    {
        const int x = x0 + threadIdx.x;
        const int y = y0 + threadIdx.y;
        if (x < cols) {
            if (y < rows) {
                const float *from = a + y * cols + x;
                buf[threadIdx.y * PITCH + threadIdx.x] = *from;
            }
        }
    }

    __syncthreads();

    {
        const int x = y0 + threadIdx.x;
        const int y = x0 + threadIdx.y;
        if (x < rows && y < cols) {
            float *to = b + y * rows + x;
            *to = buf[threadIdx.x * PITCH + threadIdx.y];
        }
    }
}

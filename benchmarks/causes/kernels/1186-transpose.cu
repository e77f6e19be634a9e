#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * PITCH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;   // this tile's corner in a

    if (y0 + ty < rows && x0 + tx < cols) {
        const float *src = a + (y0 + ty) * cols + x0;
        buf[ty * PITCH + tx] = src[tx];
        __syncthreads();
    }

    if (x0 + ty < cols && y0 + tx < rows) {
        float *dst = b + (x0 + ty) * rows + y0;
        dst[tx] = buf[tx * PITCH + ty];
    }
}

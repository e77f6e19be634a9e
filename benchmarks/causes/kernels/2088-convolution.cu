#define SIDE TILE + 2 * RADIUS

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixel(const float *image, int y, int x, int rows, int cols)
{
    bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
    return inside ? image[y * cols + x] : 0.0f;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float part[SIDE * SIDE];

    int y0 = blockIdx.y * TILE - RADIUS;
    int x0 = blockIdx.x * TILE - RADIUS;

    // all threads of the block share the work of loading SIDE * SIDE pixels
    int me = threadIdx.y * TILE + threadIdx.x;
    for (int k = me; k < SIDE * SIDE; k += TILE * TILE) {
        int py = k / SIDE;
        int px = k % SIDE;
        part[k] = pixel(image, y0 + py, x0 + px, rows, cols);
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float acc = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++) {
        for (int c = 0; c <= 2 * RADIUS; c++) {
            acc += mask[r][c] * part[(threadIdx.y + r) * SIDE + threadIdx.x + c];
        }
    }
    result[row * cols + col] = acc;
}

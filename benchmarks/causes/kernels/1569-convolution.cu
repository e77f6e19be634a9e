__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE TILE + 2 * RADIUS

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];
    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int i = threadIdx.y * TILE + threadIdx.x; i < SIDE * SIDE; i += TILE * TILE) {
        int r = i / SIDE, c = i % SIDE;
        int y = top + r, x = left + c;
        float v = 0;
        if (y >= 0 && y < rows && x >= 0 && x < cols)
            v = image[y * cols + x];
        part[r][c] = v;
    }
    __syncthreads();

    int y = blockIdx.y * TILE + threadIdx.y;
    int x = blockIdx.x * TILE + threadIdx.x;
    if (y >= rows || x >= cols) return;

    float sum = 0;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * part[threadIdx.y + r][threadIdx.x + c];
    result[y * cols + x] = sum;
}

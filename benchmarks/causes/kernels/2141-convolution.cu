__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[SIDE][SIDE];

    int top  = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int dy = threadIdx.y; dy < SIDE; dy += TILE) {
        for (int dx = threadIdx.x; dx < SIDE; dx += TILE) {
            int yy = top + dy;
            int xx = left + dx;
            float v = 0.f;
            if (yy >= 0 && yy < rows && xx >= 0 && xx < cols) v = image[yy * cols + xx];
            patch[dy][dx] = v;
        }
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float total = 0.f;
    for (int i = 0; i <= 2 * RADIUS; i++)
        for (int j = 0; j <= 2 * RADIUS; j++)
            total += mask[j][i] * patch[threadIdx.y + i][threadIdx.x + j];
    result[row * cols + col] = total;
}

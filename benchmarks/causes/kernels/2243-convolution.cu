#define SIDE TILE + 2 * RADIUS
#define THREADS (TILE * TILE)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];

    int id = threadIdx.y * TILE + threadIdx.x;
    for (int i = id; i < SIDE * SIDE; i += THREADS) {
        int pr = i / SIDE;
        int pc = i % SIDE;
        int r = (int)blockIdx.y * TILE + pr - RADIUS;
        int c = (int)blockIdx.x * TILE + pc - RADIUS;
        float v = 0;
        if (r >= 0 && r < rows && c >= 0 && c < cols) {
            v = image[r * cols + c];
        }
        part[pr][pc] = v;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float total = 0;
    for (int dr = -RADIUS; dr <= RADIUS; dr++) {
        for (int dc = -RADIUS; dc <= RADIUS; dc++) {
            total += mask[dr + RADIUS][dc + RADIUS] * part[threadIdx.y + RADIUS + dr][threadIdx.x + RADIUS + dc];
        }
    }
    if (row < rows && col < cols) {
        result[row * cols + col] = total;
    }
}

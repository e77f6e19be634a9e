__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE TILE + 2 * RADIUS

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];

    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    // all threads of the block fetch the part, one after the other in rows
    for (int e = threadIdx.y * TILE + threadIdx.x; e < SIDE * (TILE + 2 * RADIUS); e += TILE * TILE) {
        int pr = e / SIDE;
        int pc = e - pr * SIDE;
        int r = top + pr;
        int c = left + pc;
        bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
        part[pr][pc] = inside ? image[r * cols + c] : 0.0f;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float total = 0.0f;
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; r++)
#pragma unroll
        for (int c = 0; c <= 2 * RADIUS; c++)
            total += mask[r][c] * part[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = total;
}

// mistake: Each thread brings one element: the part is larger than the block
// group: boundaries
// expect: uninitialized-read
// hint: halo-not-loaded
#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];
    int top = blockIdx.y * TILE - RADIUS, left = blockIdx.x * TILE - RADIUS;

    int y = top + (int)threadIdx.y, x = left + (int)threadIdx.x;
    part[threadIdx.y][threadIdx.x] = y >= 0 && y < rows && x >= 0 && x < cols ? image[y * cols + x] : 0.0f;
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            sum += mask[r][c] * part[threadIdx.y + r][threadIdx.x + c];  // HERE
    if (row < rows && col < cols)
        result[row * cols + col] = sum;
}

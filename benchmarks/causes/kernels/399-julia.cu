// 2D convolution: block loads (TILE + 4) x (TILE + 4) patch with a flat index

#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[SIDE * SIDE];

    int tid = threadIdx.y * TILE + threadIdx.x;
    int first_row = blockIdx.y * TILE - RADIUS;
    int first_col = blockIdx.x * TILE - RADIUS;

    for (int i = tid; i < SIDE * SIDE; i += TILE * TILE) {
        int r = i / SIDE;
        int c = i % TILE;
        int gr = first_row + r;
        int gc = first_col + c;
        float v = 0.0f;
        if (gr >= 0 && gr < rows && gc >= 0 && gc < cols)
            v = image[gr * cols + gc];
        patch[r * SIDE + c] = v;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int r = 0; r < 2 * RADIUS + 1; ++r) {
            for (int c = 0; c < 2 * RADIUS + 1; ++c) {
                sum += mask[r][c] * patch[(threadIdx.y + r) * SIDE + threadIdx.x + c];
            }
        }
        result[row * cols + col] = sum;
    }
}

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float tile[TILE + RADIUS][TILE + RADIUS];

    const int col = blockIdx.x * TILE + threadIdx.x;
    const int row = blockIdx.y * TILE + threadIdx.y;

    for (int r = threadIdx.y; r < TILE + 2 * RADIUS; r += TILE) {
        for (int c = threadIdx.x; c < TILE + 2 * RADIUS; c += TILE) {
            int gr = (int)(blockIdx.y * TILE) + r - RADIUS;
            int gc = (int)(blockIdx.x * TILE) + c - RADIUS;
            float v = 0.0f;
            if (gr >= 0 && gr < rows && gc >= 0 && gc < cols)
                v = image[gr * cols + gc];
            tile[r][c] = v;
        }
    }
    __syncthreads();

    if (row >= rows || col >= cols)
        return;

    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * tile[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = sum;
}

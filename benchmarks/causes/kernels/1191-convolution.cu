__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    constexpr int side = TILE + 2 * RADIUS;
    __shared__ float part[side * side];

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    const int me = threadIdx.y * TILE + threadIdx.x;

    // The block's threads stand in one line and walk through the whole part.
    for (int k = me; k < side * side; k += TILE * TILE) {
        int r = blockIdx.y * TILE + k / side - RADIUS;
        int c = blockIdx.x * TILE + k % side - RADIUS;
        float v = 0.f;
        if (r >= 0 && r < rows && c >= 0 && c < cols)
            v = image[r * cols + c];
        part[k] = v;
    }
    __syncthreads();

    if (row < rows && col < cols) {
        const float *middle = part + (threadIdx.y + RADIUS) * side + threadIdx.x + RADIUS;
        float sum = 0.f;
        for (int r = -RADIUS; r < RADIUS; ++r)
            for (int c = -RADIUS; c <= RADIUS; ++c)
                sum += mask[r + RADIUS][c + RADIUS] * middle[r * side + c];
        result[row * cols + col] = sum;
    }
}

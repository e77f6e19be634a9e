__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

template <int WIDTH>
__device__ float weighted(const float (*window)[WIDTH], int x)
{
    float total = 0.f;
#pragma unroll
    for (int r = -RADIUS; r <= RADIUS; r++)
#pragma unroll
        for (int c = -RADIUS; c <= RADIUS; c++)
            total += window[r + RADIUS][x + c + RADIUS] * mask[r + RADIUS][c + RADIUS];
    return total;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    constexpr int W = TILE + 2 * RADIUS;
    __shared__ float cache[W][W];

    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols)
        return;

    for (int dy = 0; threadIdx.y + dy < W; dy += TILE) {
        for (int dx = 0; threadIdx.x + dx < W; dx += TILE) {
            int gy = row + dy - RADIUS;
            int gx = col + dx - RADIUS;
            float v = 0.f;
            if (gy >= 0 && gx >= 0 && gy < rows && gx < cols)
                v = image[gy * cols + gx];
            cache[threadIdx.y + dy][threadIdx.x + dx] = v;
        }
    }

    __syncthreads();

    result[row * cols + col] = weighted<W>(cache + threadIdx.y, threadIdx.x);
}

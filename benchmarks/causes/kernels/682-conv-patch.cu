__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int width = TILE + 2 * RADIUS;
constexpr int taps = 2 * RADIUS + 1;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float patch[width][width];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int ox = blockIdx.x * TILE, oy = blockIdx.y * TILE;

    for (int py = ty; py < width; py += TILE) {
        for (int px = tx; px < width; px += TILE) {
            const int iy = oy + py - RADIUS;
            const int ix = ox + px - RADIUS;
            const bool ok = iy >= 0 && iy < rows && ix >= 0 && ix < cols;
            patch[py][px] = ok ? image[iy * cols + ix] : 0.0f;
        }
    }
    __syncthreads();

    if (oy + ty < rows && ox + tx < cols) {
        float acc = 0.0f;
#pragma unroll
        for (int j = 0; j < taps; ++j)
#pragma unroll
            for (int i = 0; i < taps; ++i)
                acc += mask[j][i] * patch[ty + j - RADIUS][tx + i - RADIUS];
        result[(oy + ty) * cols + ox + tx] = acc;
    }
}

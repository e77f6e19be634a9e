__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

template <int LEN>
__device__ float dot(const float *pixels, const float *weights)
{
    float s = 0.0f;
    for (int j = 0; j < LEN; ++j)
        s += pixels[j] * weights[j];
    return s;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    constexpr int diameter = 2 * RADIUS + 1;
    constexpr int edge = TILE + diameter - 1;
    __shared__ float window[edge][edge];

    const int firstRow = static_cast<int>(blockIdx.y * TILE) - RADIUS;
    const int firstCol = static_cast<int>(blockIdx.x * TILE) - RADIUS;

    auto pixel = [=](int r, int c) -> float {
        const int rr = min(max(r, 0), rows - 1);
        const int cc = min(max(c, 0), cols - 1);
        return image[rr * cols + cc];
    };

    for (int i = threadIdx.y; i < edge; i += TILE)
        for (int j = threadIdx.x; j < edge; j += TILE)
            window[i][j] = pixel(firstRow + i, firstCol + j);
    __syncthreads();

    float value = 0.0f;
    for (int i = 0; i < diameter; ++i)
        value += dot<diameter>(&window[threadIdx.y + i][threadIdx.x], mask[i]);

    const int row = firstRow + RADIUS + threadIdx.y;
    const int col = firstCol + RADIUS + threadIdx.x;
    if (row < rows && col < cols)
        result[row * cols + col] = value;
}

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

template <int T, int R>
struct Patch
{
    static const int Side = T + 2 * R;
    float cell[Side * Side];

    __device__ void put(const float *image, int rows, int cols, int y, int x)
    {
        if (y >= Side || x >= Side)
            return;
        const int r = (int)blockIdx.y * T - R + y;
        const int c = (int)blockIdx.x * T - R + x;
        const bool ok = 0 <= r && r < rows && 0 <= c && c < cols;
        cell[y * Side + x] = ok ? image[r * cols + c] : 0.0f;
    }

    __device__ float apply(int y, int x) const
    {
        const float *p = cell + y * Side + x;
        float acc = 0.0f;
        for (int r = 0; r < 2 * R + 1; ++r, p += Side)
            for (int c = 0; c < 2 * R + 1; ++c)
                acc += mask[2 * R - r][2 * R - c] * p[c];
        return acc;
    }
};

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ Patch<TILE, RADIUS> patch;
    const int y = threadIdx.y, x = threadIdx.x;

    patch.put(image, rows, cols, y, x);
    patch.put(image, rows, cols, y, x + TILE);
    patch.put(image, rows, cols, y + TILE, x);
    patch.put(image, rows, cols, y + TILE, x + TILE);
    __syncthreads();

    const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    if (row < rows && col < cols)
        result[row * cols + col] = patch.apply(y, x);
}

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

class Image {
    const float *pixels;
    int rows, cols;
public:
    __device__ Image(const float *p, int h, int w) : pixels(p), rows(h), cols(w) {}

    __device__ float at(int y, int x) const
    {
        y = min(max(y, 0), rows - 1);
        x = min(max(x, 0), cols - 1);
        return pixels[y * cols + x];
    }

    __device__ bool has(int y, int x) const { return y < rows && x < cols; }
};

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    const int R = RADIUS, S = TILE + 2 * R;
    __shared__ float s[S][S];
    const Image img(image, rows, cols);
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int by = blockIdx.y * TILE, bx = blockIdx.x * TILE;

    for (int y = ty; y < S; y += TILE)
        for (int x = tx; x < S; x += TILE)
            s[y][x] = img.at(by + y - R, bx + x - R);
    __syncthreads();

    float v = 0.0f;
    for (int dy = -R; dy <= R; dy++)
        for (int dx = -R; dx <= R; dx++)
            v += mask[R + dy][R + dx] * s[ty + R + dy][tx + R + dx];

    if (img.has(by + ty, bx + tx))
        result[(by + ty) * cols + bx + tx] = v;
}

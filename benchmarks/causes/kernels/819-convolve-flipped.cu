__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define D (2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float tile[TILE + D][TILE + D + 1];

    int tx = threadIdx.x, ty = threadIdx.y;
    int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;

    auto load = [&](int y, int x) {
        int gy = y0 + y - RADIUS;
        int gx = x0 + x - RADIUS;
        float v = 0.0f;
        if (0 <= gy && gy < rows && 0 <= gx && gx < cols)
            v = image[gy * cols + gx];
        tile[y][x] = v;
    };

    load(ty, tx);
    if (tx < D) load(ty, tx + TILE);
    if (ty < D) load(ty + TILE, tx);
    if (tx < D && ty < D) load(ty + TILE, tx + TILE);
    __syncthreads();

    if (y0 + ty >= rows || x0 + tx >= cols)
        return;

    float s = 0.0f;
#pragma unroll
    for (int i = 0; i <= D; i++) {
#pragma unroll
        for (int j = 0; j <= D; j++) {
            s += mask[D - i][D - j] * tile[ty + i][tx + j];
        }
    }
    result[(y0 + ty) * cols + x0 + tx] = s;
}

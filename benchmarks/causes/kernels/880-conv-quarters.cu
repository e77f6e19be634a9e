__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define HALO (2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float area[TILE + RADIUS][TILE + HALO];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int y = blockIdx.y * TILE + ty;
    int x = blockIdx.x * TILE + tx;

    auto pick = [=](int r, int c) -> float {
        bool ok = r >= 0 && c >= 0 && r < rows && c < cols;
        return ok ? image[r * cols + c] : 0.0f;
    };

    bool more_x = tx < HALO, more_y = ty < HALO;
    area[ty][tx] = pick(y - RADIUS, x - RADIUS);
    if (more_x)
        area[ty][tx + TILE] = pick(y - RADIUS, x - RADIUS + TILE);
    if (more_y)
        area[ty + TILE][tx] = pick(y - RADIUS + TILE, x - RADIUS);
    if (more_x && more_y)
        area[ty + TILE][tx + TILE] = pick(y - RADIUS + TILE, x - RADIUS + TILE);

    __syncthreads();

    if (y < rows && x < cols) {
        float acc = 0.0f;
        const float *m = &mask[0][0];
        for (int r = 0; r < 5; r++) {
            const float *line = &area[ty + r][tx];
            for (int c = 0; c < 5; c++)
                acc += *m++ * line[c];
        }
        result[y * cols + x] = acc;
    }
}

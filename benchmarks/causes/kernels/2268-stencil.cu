#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

#define W (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float level[W * W];

    const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    const bool mine = x < nx && y < ny;
    const int number = threadIdx.y * TILE + threadIdx.x;
    const int me = (threadIdx.y + 1) * W + threadIdx.x + 1;

    // element of plane z, or 0 where there is none
    auto get = [&](int z, int yy, int xx) {
        if (yy < 0 || yy >= ny || xx < 0 || xx >= nx)
            return 0.0f;
        return before[AT(z, yy, xx)];
    };

    float down = 0.0f, mid = get(0, y, x);

    for (int z = 0; z < nz; ++z) {
        float up = 0.0f;
        if (z + 1 <= nz)
            up = get(z + 1, y, x);

        level[me] = mid;

        // the rim: 4 * TILE elements, spread over the threads
        if (number < TILE) {
            level[number + 1] = get(z, y0 - 1, x0 + number);
            level[(W - 1) * W + number + 1] = get(z, y0 + TILE, x0 + number);
        } else if (number < 2 * TILE) {
            int k = number - TILE;
            level[(k + 1) * W] = get(z, y0 + k, x0 - 1);
            level[(k + 1) * W + W - 1] = get(z, y0 + k, x0 + TILE);
        }
        __syncthreads();

        if (mine)
            after[AT(z, y, x)] = 0.4f * mid
                + 0.1f * (level[me - 1] + level[me + 1] + level[me - W] + level[me + W] + down + up);
        __syncthreads();

        down = mid;
        mid = up;
    }
}

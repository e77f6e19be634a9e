#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int sx = threadIdx.x + 1, sy = threadIdx.y + 1;
    bool in = x < nx && y < ny;

    float below = 0, here = in ? before[AT(0, y, x)] : 0, above;
    for (int z = 0; z < nz; z++) {
        above = in && z + 1 < nz ? before[AT(z + 1, y, x)] : 0;

        plane[sy][sx] = here;
        if (sx == 1) plane[sy][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0;
        if (sx == TILE) plane[sy][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0;
        if (sy == 1) plane[0][sx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0;
        if (sy == TILE) plane[TILE + 1][sx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0;
        __syncthreads();

        if (in)
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (below + above + plane[sy - 1][sx] + plane[sy + 1][sx]
                                                       + plane[sy][sx - 1] + plane[sy][sx + 1]);
        here = above;
        below = here;
        __syncthreads();
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

#define SIDE (TILE + 2)
#define S(y, x) plane[(y) * SIDE + (x)]

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float plane[SIDE * SIDE];

    const int x0 = blockIdx.x * TILE - 1, y0 = blockIdx.y * TILE - 1;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    const int gx = x0 + lx, gy = y0 + ly;
    const bool mine = gx < nx && gy < ny;
    const int id = threadIdx.y * TILE + threadIdx.x;

    float below = 0.f;
    float here = mine ? before[AT(0, gy, gx)] : 0.f;

    for (int z = 0; z < nz; ++z) {
        const float above = mine && z + 1 < nz ? before[AT(z + 1, gy, gx)] : 0.f;

        S(ly, lx) = here;
        if (id < 4 * TILE) {
            const int along = id % TILE + 1, side = id / TILE;
            const int fy = side == 0 ? 0 : side == 1 ? SIDE - 1 : along;
            const int fx = side == 2 ? 0 : side == 3 ? SIDE - 1 : along;
            const int y = y0 + fy, x = x0 + fx;
            const bool in = y >= 0 && y < ny && x >= 0 && x < nx;
            S(fy, fx) = in ? before[AT(z, y, x)] : 0.f;
        }
        __syncthreads();

        const float cross = S(ly - 1, lx) + S(ly + 1, lx) + S(ly, lx - 1) + S(ly, lx + 1);
        if (mine)
            after[AT(z, gy, gx)] = 0.4f * here + 0.1f * (cross + below + above);
        below = here;
        here = above;
    }
}

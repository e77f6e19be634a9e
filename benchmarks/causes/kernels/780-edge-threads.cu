#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool inside = x < nx && y < ny;

    float below = 0.0f, above;
    float here = inside ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        above = inside && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        plane[ly][lx] = here;
        if (ly == 1)
            plane[0][lx] = x < nx && y > 0 ? before[AT(z, y - 1, x)] : 0.0f;
        if (ly == TILE)
            plane[TILE + 1][lx] = x < nx && y + 1 < ny ? before[AT(z, y + 1, x)] : 0.0f;
        if (lx == 1)
            plane[ly][0] = y < ny && x > 0 ? before[AT(z, y, x - 1)] : 0.0f;
        if (lx == TILE)
            plane[ly][TILE + 1] = y < ny && x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (!inside) continue;
        after[AT(z, y, x)] = 0.4f * here + 0.1f * (below + above + plane[ly - 1][lx] + plane[ly + 1][lx]
                                                   + plane[ly][lx - 1] + plane[ly][lx + 1]);
        __syncthreads();

        below = here;
        here = above;
    }
}

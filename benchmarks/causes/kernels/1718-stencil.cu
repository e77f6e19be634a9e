#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    // two planes in turn, so one barrier a plane is enough
    __shared__ float buf[2][TILE + 2][TILE + 2];
    int lx = threadIdx.x, ly = threadIdx.y;
    int x = lx + TILE * blockIdx.x, y = ly + TILE * blockIdx.y;
    bool okx = x < nx, oky = y < ny;

    float down = 0, here = 0, up = 0;
    if (okx && oky) here = before[AT(0, y, x)];

    int z = 0;
    while (z < nz) {
        float (*p)[TILE + 2] = buf[z % 2];
        p[ly + 1][lx + 1] = here;
        if (lx == 0)
            p[ly + 1][0] = oky && x - 1 >= 0 ? before[AT(z, y, x - 1)] : 0;
        else if (lx == TILE - 1)
            p[ly + 1][TILE + 1] = oky && x + 1 < nx ? before[AT(z, y, x + 1)] : 0;
        else if (ly == 0)
            p[0][lx + 1] = okx && y - 1 >= 0 ? before[AT(z, y - 1, x)] : 0;
        else if (ly == TILE - 1)
            p[TILE + 1][lx + 1] = okx && y + 1 < ny ? before[AT(z, y + 1, x)] : 0;

        up = 0;
        if (okx && oky && z + 1 <= nz) up = before[AT(z + 1, y, x)];
        __syncthreads();

        if (okx && oky)
            after[AT(z, y, x)] = 0.4f * here
                               + 0.1f * p[ly + 1][lx] + 0.1f * p[ly + 1][lx + 2]
                               + 0.1f * p[ly][lx + 1] + 0.1f * p[ly + 2][lx + 1]
                               + 0.1f * down + 0.1f * up;
        down = here;
        here = up;
        ++z;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float slab[TILE + 2][TILE + 2];
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool mine = x < nx && y < ny;

    float under = 0.0f;
    float here = mine ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        float over = 0.0f;
        if (mine && z + 1 < nz) over = before[AT(z + 1, y, x)];

        slab[ly][lx] = here;
        if (ly == 1) slab[0][lx] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0.0f;
        if (ly == TILE) slab[TILE + 1][lx] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        if (lx == 1) slab[ly][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0.0f;
        if (lx == TILE) slab[ly][TILE + 1] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (mine) {
            float around = slab[ly - 1][lx] + slab[ly + 1][lx] + slab[ly][lx - 1] + slab[ly][lx + 1];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (around + under + over);
        }
        __syncthreads();

        here = over;
        under = here;
    }
}

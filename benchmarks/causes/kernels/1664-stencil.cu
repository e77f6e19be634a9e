#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    bool mine = x < nx && y < ny;

    float below = 0;
    float here = mine ? before[AT(0, y, x)] : 0;

    for (int z = 0; z < nz; z++) {
        float above = mine && z + 1 < nz ? before[AT(z + 1, y, x)] : 0;

        plane[ty + 1][tx + 1] = here;
        if (ty == 0)
            plane[0][tx + 1] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0;
        if (ty == TILE - 1)
            plane[TILE + 1][tx + 1] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0;
        if (tx == 0)
            plane[ty + 1][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0;
        if (tx == TILE - 1)
            plane[ty + 1][TILE + 1] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0;
        __syncthreads();

        if (mine) {
            float around = plane[ty][tx + 1] + plane[ty + 2][tx + 1] + plane[ty + 1][tx] + plane[ty + 1][tx + 2];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (around + below + above);
        }
        __syncthreads();

        here = above;
        below = here;
    }
}

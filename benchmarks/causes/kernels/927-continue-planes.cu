#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int u = threadIdx.x + 1;
    const int v = threadIdx.y + 1;
    const bool inside = x < nx && y < ny;

    float below = 0, here = 0, above = 0;
    if (inside && nz > 0) above = before[AT(0, y, x)];

    for (int z = 0; z < nz; z++) {
        below = here;
        here = above;
        above = inside && z + 1 < nz ? before[AT(z + 1, y, x)] : 0;

        plane[v][u] = here;
        if (u == 1) plane[v][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0;
        if (u == TILE) plane[v][u + 1] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0;
        if (v == 1) plane[0][u] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0;
        if (v == TILE) plane[v + 1][u] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0;
        __syncthreads();

        if (!inside) continue;
        after[AT(z, y, x)] = 0.4f * here + 0.1f * (below + above + plane[v][u - 1] + plane[v][u + 1]
                                                   + plane[v - 1][u] + plane[v + 1][u]);
        __syncthreads();
    }
}

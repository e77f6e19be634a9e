// Right, but plain: every thread loads all seven elements itself.

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil_from_global(const float *before, float *after, int nz, int ny, int nx) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    for (int z = 0; z < nz; ++z) {
        float around = 0.0f;
        if (x > 0)
            around += before[AT(z, y, x - 1)];
        if (x + 1 < nx)
            around += before[AT(z, y, x + 1)];
        if (y > 0)
            around += before[AT(z, y - 1, x)];
        if (y + 1 < ny)
            around += before[AT(z, y + 1, x)];
        if (z > 0)
            around += before[AT(z - 1, y, x)];
        if (z + 1 < nz)
            around += before[AT(z + 1, y, x)];
        after[AT(z, y, x)] = 0.4f * before[AT(z, y, x)] + 0.1f * around;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float plane[TILE + 2][TILE + 2];

    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    const int gx = blockIdx.x * TILE + threadIdx.x;
    const int gy = blockIdx.y * TILE + threadIdx.y;

    auto get = [=](int z, int y, int x) -> float {
        const bool out = z < 0 || z >= nz || y < 0 || y >= ny || x < 0 || x >= nx;
        return out ? 0.0f : before[AT(z, y, x)];
    };

    float below = 0.0f;
    float here = get(0, gy, gx);

    for (int z = 0; z < nz; ++z) {
        const float above = get(z + 1, gy, gx);

        plane[ly][lx] = here;
        if (lx == 1)    plane[ly][0]        = get(z, gy, gx - 1);
        if (lx == TILE) plane[ly][TILE + 1] = get(z, gy, gx + 1);
        if (ly == 1)    plane[0][lx]        = get(z, gy - 1, gx);
        if (ly == TILE) plane[TILE + 1][lx] = get(z, gy + 1, gx);
        __syncthreads();

        if (gx < nx && gy < ny) {
            const float around = plane[ly - 1][lx] + plane[ly + 1][lx] + plane[ly][lx - 1] + plane[ly][lx + 1];
            after[AT(z, gy, gx)] = 0.4f * here + 0.1f * (around + below + above);
        }
        __syncthreads();

        here = above;
        below = here;
    }
}

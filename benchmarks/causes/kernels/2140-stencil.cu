#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int lx = threadIdx.x + 1;
    const int ly = threadIdx.y + 1;
    const bool inside = x < nx && y < ny;

    float below = 0.0f;
    float here = inside && nz > 0 ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        const float above = inside && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        // own element, then the rim
        plane[ly][lx] = here;
        if (threadIdx.x == 0)
            plane[ly][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        else if (threadIdx.x == TILE - 1)
            plane[ly][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        else if (threadIdx.y == 0)
            plane[0][lx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        else if (threadIdx.y == TILE - 1)
            plane[TILE + 1][lx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (inside) {
            float around = plane[ly][lx - 1] + plane[ly][lx + 1] + plane[ly - 1][lx] + plane[ly + 1][lx];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (around + below + above);
        }
        __syncthreads();

        below = here;
        here = above;
    }
}

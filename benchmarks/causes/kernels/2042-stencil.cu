#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int sx = threadIdx.x + 1;
    const int sy = threadIdx.y + 1;
    const bool inside = x < nx && y < ny;

    float below = 0.0f;
    float here = inside && nz > 0 ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float above = 0.0f;
        if (inside && z + 1 < nz) above = before[AT(z + 1, y, x)];

        plane[sy][sx] = here;
        if (threadIdx.x == 0)
            plane[sy][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            plane[sy][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (threadIdx.y == 0)
            plane[0][sx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            plane[TILE + 1][sx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (inside) {
            float around = plane[sy][sx - 1] + plane[sy][sx + 1]
                         + plane[sy - 1][sx] + plane[sy + 1][sx]
                         + below + above;
            after[AT(z, y, x)] = 0.4f * here + 0.1f * around;
            __syncthreads();
        }

        below = here;
        here = above;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// One plane at a time is in shared memory; "below" and "above" stay in registers.
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int sx = threadIdx.x + 1;
    const int sy = threadIdx.y + 1;
    const bool inside = x < nx && y < ny;

    float below = 0.0f;
    float here = inside ? before[AT(0, y, x)] : 0.0f;
    float above;

    for (int z = 0; z < nz; z++) {
        above = inside && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        plane[sy][sx] = here;
        if (threadIdx.y == 0)
            plane[0][sx] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            plane[TILE + 1][sx] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        if (threadIdx.x == 0)
            plane[sy][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            plane[sy][TILE + 1] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (inside) {
            float around = plane[sy - 1][sx] + plane[sy + 1][sx] + plane[sy][sx - 1] + plane[sy][sx + 1];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (around + below + above);
        }
        __syncthreads();

        here = above;
        below = here;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// 7-point stencil, marching along z.
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool mine = x < nx && y < ny;

    float below = 0.0f;
    float here = mine ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float above = 0.0f;
        if (mine && z + 1 < nz)
            above = before[AT(z + 1, y, x)];

        plane[ty][tx] = here;
        // rim
        if (threadIdx.x == 0)
            plane[ty][0] = (y < ny && x > 0) ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            plane[ty][TILE + 1] = (y < ny && x + 1 < nx) ? before[AT(z, y, x + 1)] : 0.0f;
        if (threadIdx.y == 0)
            plane[0][tx] = (x < nx && y > 0) ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            plane[TILE + 1][tx] = (x < nx && y + 1 < ny) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (mine) {
            float around = plane[ty][tx - 1] + plane[ty][tx + 1]
                         + plane[ty - 1][tx] + plane[ty + 1][tx]
                         + below + above;
            after[AT(z, y, x)] = 0.4f * here + 0.1f * around;
        }
        here = above;
        below = here;
        __syncthreads();
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool mine = x < nx && y < ny;

    float below = 0.0f;
    float here = mine ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        const float above = mine && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        plane[ty][tx] = here;
        if (tx == 1)
            plane[ty][0] = y < ny && x > 0 ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE)
            plane[ty][TILE + 1] = y < ny && x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 1)
            plane[0][tx] = x < nx && y > 0 ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE)
            plane[TILE + 1][tx] = x < nx && y + 1 < ny ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (mine) {
            const float around = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (around + below + above);
        }
        __syncthreads();

        here = above;
        below = here;
    }
}

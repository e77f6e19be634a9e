// Stencil, two planes of shared memory in turn: a plane is written again only two turns later.

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float planes[2][TILE + 2][TILE + 2];

    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int gx = blockIdx.x * TILE + threadIdx.x, gy = blockIdx.y * TILE + threadIdx.y;

    auto load = [&](int z, int y, int x) -> float {
        const bool ok = 0 <= z && z < nz && 0 <= y && y < ny && 0 <= x && x < nx;
        return ok ? before[AT(z, y, x)] : 0.0f;
    };

    float below = 0.0f, mine = load(0, gy, gx);
    for (int z = 0; z < nz; ++z) {
        const float above = load(z + 1, gy, gx);
        float (*plane)[TILE + 2] = planes[z & 1];

        plane[ty][tx] = mine;
        if (threadIdx.x == 0) plane[ty][0] = load(z, gy, gx - 1);
        if (threadIdx.x == TILE - 1) plane[ty][TILE + 1] = load(z, gy, gx + 1);
        if (threadIdx.y == 0) plane[0][tx] = load(z, gy - 1, gx);
        if (threadIdx.y == TILE - 1) plane[TILE + 1][tx] = load(z, gy + 1, gx);
        __syncwarp();

        const float sides = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx];
        if (gx < nx && gy < ny)
            after[AT(z, gy, gx)] = 0.4f * mine + 0.1f * (sides + below + above);
        below = mine;
        mine = above;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[TILE + 2][TILE + 2];

    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool inside = x < nx && y < ny;

    float below = 0.0f;
    float here = inside ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        float above = 0.0f;
        if (inside && z + 1 < nz)
            above = before[AT(z + 1, y, x)];

        s[ty][tx] = here;
        if (ty == 1)    s[0][tx]        = (y > 0 && x < nx)      ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE) s[TILE + 1][tx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        if (tx == 1)    s[ty][0]        = (x > 0 && y < ny)      ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE) s[ty][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (inside)
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (below + above + s[ty - 1][tx] + s[ty + 1][tx] +
                                                       s[ty][tx - 1] + s[ty][tx + 1]);
        __syncthreads();

        here = above;
        below = here;
    }
}

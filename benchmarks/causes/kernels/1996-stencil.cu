#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define SIDE (TILE + 2)
#define PLANE(r, c) plane[r * SIDE + c]

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[SIDE * SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * TILE + tx;
    const int y = blockIdx.y * TILE + ty;
    const bool mine = x < nx && y < ny;

    float below = 0.0f;
    float centre = mine ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float above = mine && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        PLANE(ty + 1, tx + 1) = centre;
        if (ty == 0)
            PLANE(0, tx + 1) = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE - 1)
            PLANE(SIDE - 1, tx + 1) = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        if (tx == 0)
            PLANE(ty + 1, 0) = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE - 1)
            PLANE(ty + 1, SIDE - 1) = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (mine) {
            float around = below + above + PLANE(ty, tx + 1) + PLANE(ty + 2, tx + 1)
                         + PLANE(ty + 1, tx) + PLANE(ty + 1, tx + 2);
            after[AT(z, y, x)] = 0.4f * centre + 0.1f * around;
        }
        __syncthreads();

        below = centre;
        centre = above;
    }
}

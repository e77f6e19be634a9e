#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    bool inside = x < nx && y < ny;
    if (!inside) return;

    float below = 0.0f;
    float here = inside ? before[AT(0, y, x)] : 0.0f;
    float above;

    for (int z = 0; z < nz; z++) {
        above = inside && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        plane[ty + 1][tx + 1] = here;
        if (ty == 0)
            plane[0][tx + 1] = x < nx && y > 0 ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE - 1)
            plane[TILE + 1][tx + 1] = x < nx && y + 1 < ny ? before[AT(z, y + 1, x)] : 0.0f;
        if (tx == 0)
            plane[ty + 1][0] = y < ny && x > 0 ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE - 1)
            plane[ty + 1][TILE + 1] = y < ny && x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (inside) {
            float six = below + above;
            six += plane[ty][tx + 1] + plane[ty + 2][tx + 1];
            six += plane[ty + 1][tx] + plane[ty + 1][tx + 2];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * six;
        }
        __syncthreads();

        below = here;
        here = above;
    }
}

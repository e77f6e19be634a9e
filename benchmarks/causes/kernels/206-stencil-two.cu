#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float tile[TILE + 2][TILE + 2];
    const float middle = 0.4f;
    const float side = 1 / 10;

    int lx = threadIdx.x + 1;
    int ly = threadIdx.y + 1;
    int gx = blockIdx.x * TILE + threadIdx.x;
    int gy = blockIdx.y * TILE + threadIdx.y;
    bool inside = gx < nx && gy < ny;

    float down = 0.0f;
    float centre = 0.0f;
    if (inside)
        centre = before[AT(0, gy, gx)];

    for (int z = 0; z < nz; ++z) {
        float up = 0.0f;
        if (inside && z + 1 <= nz)
            up = before[AT(z + 1, gy, gx)];

        tile[ly][lx] = centre;
        if (threadIdx.x == 0)
            tile[ly][0] = (gx > 0 && gy < ny) ? before[AT(z, gy, gx - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            tile[ly][TILE + 1] = (gx + 1 < nx && gy < ny) ? before[AT(z, gy, gx + 1)] : 0.0f;
        if (threadIdx.y == 0)
            tile[0][lx] = (gy > 0 && gx < nx) ? before[AT(z, gy - 1, gx)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            tile[TILE + 1][lx] = (gy + 1 < ny && gx < nx) ? before[AT(z, gy + 1, gx)] : 0.0f;
        __syncthreads();

        if (inside) {
            float neighbours = tile[ly][lx - 1] + tile[ly][lx + 1]
                             + tile[ly - 1][lx] + tile[ly + 1][lx]
                             + down + up;
            after[AT(z, gy, gx)] = middle * centre + side * neighbours;
        }
        __syncthreads();

        down = centre;
        centre = up;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define SIDE (TILE + 2)

__device__ float look(const float *p, int z, int y, int x, int nz, int ny, int nx) {
    if (x < 0 || x >= nx || y < 0 || y >= ny || z < 0 || z >= nz)
        return 0.f;
    return p[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    // two planes in turns, so one barrier for each plane is enough
    __shared__ float planes[2][SIDE][SIDE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x0 = blockIdx.x * TILE;
    int y0 = blockIdx.y * TILE;
    int x = x0 + tx;
    int y = y0 + ty;

    float lo = 0.f;
    float mid = look(before, 0, y, x, nz, ny, nx);

    for (int z = 0; z < nz; z++) {
        float (*p)[SIDE] = planes[z & 1];
        float hi = look(before, z + 1, y, x, nz, ny, nx);

        p[ty + 1][tx + 1] = mid;
        switch (ty) {        // four rows of threads bring one side each
        case 0:
            p[0][tx + 1] = look(before, z, y0 - 1, x, nz, ny, nx);
            break;
        case 1:
            p[SIDE - 1][tx + 1] = look(before, z, y0 + TILE, x, nz, ny, nx);
            break;
        case 2:
            p[tx + 1][0] = look(before, z, y0 + tx, x0 - 1, nz, ny, nx);
            break;
        case 3:
            p[tx + 1][TILE] = look(before, z, y0 + tx, x0 + TILE, nz, ny, nx);
            break;
        }
        __syncthreads();

        if (x < nx && y < ny) {
            float six = lo + hi;
            six += p[ty][tx + 1] + p[ty + 2][tx + 1];
            six += p[ty + 1][tx] + p[ty + 1][tx + 2];
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * six;
        }
        mid = hi;
        lo = mid;
    }
}

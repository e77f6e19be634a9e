#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

__device__ float get(const float *before, int z, int y, int x, int nz, int ny, int nx) {
    if (z < 0 || y < 0 || x < 0) return 0;
    if (z >= nz || y >= ny || x > nx) return 0;
    return before[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];
    const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    const int t = threadIdx.y * TILE + threadIdx.x;

    // the first 4 * TILE threads bring the four sides: which one, and where does it lie?
    const int side = t / TILE, k = t % TILE;
    int hx = k, hy = k;
    if (side == 0) hy = -1;
    if (side == 1) hy = TILE;
    if (side == 2) hx = -1;
    if (side == 3) hx = TILE;

    float last = 0;
    float mid = get(before, 0, y, x, nz, ny, nx);
    for (int z = 0; z < nz; z++) {
        const float next = get(before, z + 1, y, x, nz, ny, nx);
        plane[threadIdx.y + 1][threadIdx.x + 1] = mid;
        if (side < 4)
            plane[hy + 1][hx + 1] = get(before, z, y0 + hy, x0 + hx, nz, ny, nx);
        __syncthreads();

        float sum = last + next;
        sum += plane[threadIdx.y][threadIdx.x + 1];
        sum += plane[threadIdx.y + 2][threadIdx.x + 1];
        sum += plane[threadIdx.y + 1][threadIdx.x];
        sum += plane[threadIdx.y + 1][threadIdx.x + 2];
        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * sum;
        last = mid;
        mid = next;
    }
}

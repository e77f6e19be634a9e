#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define W (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float p[W][W];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool in = x < nx && y < ny;

    float under = 0, mid = 0, over = 0;
    if (in) mid = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        over = 0;
        if (in) over = before[AT(z + 1, y, x)];

        p[ty][tx] = mid;
        // the four borders
        if (threadIdx.x == 0)
            p[ty][0] = (x > 0 && x - 1 < nx && y < ny) ? before[AT(z, y, x - 1)] : 0;
        if (threadIdx.x == TILE - 1)
            p[ty][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0;
        if (threadIdx.y == 0)
            p[0][tx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0;
        if (threadIdx.y == TILE - 1)
            p[TILE + 1][tx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0;
        __syncthreads();

        if (in) {
            float ring = p[ty][tx - 1] + p[ty][tx + 1] + p[ty - 1][tx] + p[ty + 1][tx];
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * (ring + under + over);
        }
        __syncthreads();

        under = mid;
        mid = over;
    }
}

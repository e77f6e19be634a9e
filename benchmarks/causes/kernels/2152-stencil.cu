#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define WITHIN(v, n) (v) >= 0 && (v) < (n)
#define P (TILE + 2)

__device__ float fetch(const float *before, int z, int y, int x, int nz, int ny, int nx) {
    if (!WITHIN(z, nz) || !WITHIN(y, ny) || !WITHIN(x, nx))
        return 0;
    return before[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float sh[P * P];
    int tx = threadIdx.x, ty = threadIdx.y;
    int gx = blockIdx.x * TILE + tx, gy = blockIdx.y * TILE + ty;
    float *c = &sh[(ty + 1) * P + tx + 1];

    float prev = 0, cur = fetch(before, 0, gy, gx, nz, ny, nx), next;
    for (int z = 0; z < nz; ++z) {
        next = fetch(before, z + 1, gy, gx, nz, ny, nx);

        *c = cur;
        if (tx == 0)        c[-1] = fetch(before, z, gy, gx - 1, nz, ny, nx);
        if (tx == TILE - 1) c[1]  = fetch(before, z, gy, gx + 1, nz, ny, nx);
        if (ty == 0)        c[-P] = fetch(before, z, gy - 1, gx, nz, ny, nx);
        if (ty == TILE - 1) c[P]  = fetch(before, z, gy + 1, gx, nz, ny, nx);
        __syncthreads();

        if (gx < nx && gy < ny)
            after[AT(z, gy, gx)] = 0.4f * cur + 0.1f * (c[-1] + c[1] + c[-P] + c[P] + prev + next);
        __syncthreads();

        cur = next;
        prev = cur;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

constexpr int W = TILE + 2;

// element of the plane z, or 0 beyond the box
__device__ float fetch(const float *p, int z, int y, int x, int nz, int ny, int nx) {
    if (z < 0 || z >= nz || y < 0 || y >= ny || x < 0 || x >= nx) return 0.f;
    return p[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[W][W];
    const int i = threadIdx.y + 1, j = threadIdx.x + 1;
    const int y = blockIdx.y * TILE + threadIdx.y, x = blockIdx.x * TILE + threadIdx.x;

    float low = 0.f, mid = fetch(before, 0, y, x, nz, ny, nx);
    for (int z = 0; z < nz; ++z) {
        const float high = fetch(before, z + 1, y, x, nz, ny, nx);

        s[i][j] = mid;
        if (i == 1)    s[0][j]     = fetch(before, z, y - 1, x, nz, ny, nx);
        if (i == TILE) s[i + 1][j] = fetch(before, z, y + 1, x, nz, ny, nx);
        if (j == 1)    s[i][0]     = fetch(before, z, y, x - 1, nz, ny, nx);
        if (j == TILE) s[i][j + 1] = fetch(before, z, y, x + 1, nz, ny, nx);
        __syncthreads();

        const float around = s[i - 1][j] + s[i - 1][j]
                           + s[i][j - 1] + s[i][j + 1]
                           + low + high;
        if (y < ny && x < nx)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * around;
        __syncthreads();

        mid = high;
        low = mid;
    }
}

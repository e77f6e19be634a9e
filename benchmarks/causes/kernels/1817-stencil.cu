#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define S (TILE + 2)

__device__ float get(const float *f, int z, int y, int x, int ny, int nx) {
    if (y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.f;
    return f[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[S * S];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int me = (threadIdx.y + 1) * S + threadIdx.x + 1;

    float down = 0.f;
    float mid = get(before, 0, y, x, ny, nx);
    for (int z = 0; z < nz; z++) {
        float up = 0.f;
        if (z + 1 <= nz)
            up = get(before, z + 1, y, x, ny, nx);
        s[me] = mid;
        if (threadIdx.x == 0)
            s[me - 1] = get(before, z, y, x - 1, ny, nx);
        else if (threadIdx.x == TILE - 1)
            s[me + 1] = get(before, z, y, x + 1, ny, nx);
        if (threadIdx.y == 0)
            s[me - S] = get(before, z, y - 1, x, ny, nx);
        else if (threadIdx.y == TILE - 1)
            s[me + S] = get(before, z, y + 1, x, ny, nx);
        __syncthreads();
        float around = s[me - 1] + s[me + 1] + s[me - S] + s[me + S] + down + up;
        if (x < nx && y < ny)
            after[AT(z, y, x)] = 4 / 10.f * mid + 1 / 10 * around;
        __syncthreads();
        down = mid;
        mid = up;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

__device__ float read(const float *p, int z, int y, int x, int nz, int ny, int nx)
{
    if (z < 0 || y < 0 || x < 0 || z == nz || y >= ny || x >= nx)
        return 0;
    return p[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float s[TILE + 2][TILE + 2];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float down, mid = 0, up = read(before, 0, y, x, nz, ny, nx);

    for (int z = 0; z < nz; z++) {
        down = mid;
        mid = up;
        up = read(before, z + 1, y, x, nz, ny, nx);

        s[ty + 1][tx + 1] = mid;
        if (tx == 0)
            s[ty + 1][0] = read(before, z, y, x - 1, nz, ny, nx);
        else if (tx == TILE - 1)
            s[ty + 1][TILE + 1] = read(before, z, y, x + 1, nz, ny, nx);
        else if (ty == 0)
            s[0][tx + 1] = read(before, z, y - 1, x, nz, ny, nx);
        else if (ty == TILE - 1)
            s[TILE + 1][tx + 1] = read(before, z, y + 1, x, nz, ny, nx);

        __syncthreads();
        float six = up + down;
        six += s[ty][tx + 1];
        six += s[ty + 2][tx + 1];
        six += s[ty + 1][tx];
        six += s[ty + 1][tx + 2];
        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * six;
        __syncthreads();
    }
}

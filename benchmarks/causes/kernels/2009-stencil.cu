#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// an element, or 0 beyond the box
__device__ float look(const float *p, int z, int y, int x, int nz, int ny, int nx) {
    if (z < 0 || z >= nz || y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.0f;
    return p[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[TILE + 2][TILE + 2];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = threadIdx.x + 1;
    int j = threadIdx.y + 1;

    float down = 0.0f;
    float mid = look(before, 0, y, x, nz, ny, nx);

    for (int z = 0; z < nz; z++) {
        s[j][i] = mid;
        if (i == 1)    s[j][0] = look(before, z, y, x - 1, nz, ny, nx);
        if (i == TILE) s[j][TILE + 1] = look(before, z, y, x + 1, nz, ny, nx);
        if (j == 1)    s[0][i] = look(before, z, y - 1, x, nz, ny, nx);
        if (j == TILE) s[TILE + 1][i] = look(before, z, y + 1, x, nz, ny, nx);
        __syncthreads();

        float up = look(before, z + 1, y, x, nz, ny, nx);
        float six = up + down + s[j - 1][i] + s[j + 1][i] + s[j][i - 1] + s[j][i + 1];
        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * six;
        mid = up;
        down = mid;
    }
}

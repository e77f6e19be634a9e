#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

__device__ __forceinline__ float peek(const float *p, int z, int y, int x, int nz, int ny, int nx) {
    if (z < 0 || z >= nz || y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.0f;
    return p[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[TILE + 2][TILE + 2];
    int i = threadIdx.x, j = threadIdx.y;
    int x = blockIdx.x * blockDim.x + i;
    int y = blockIdx.y * blockDim.y + j;

    float down = 0.0f;
    float mid = peek(before, 0, y, x, nz, ny, nx);
    float up;
    for (int z = 0; z < nz; ++z) {
        up = peek(before, z + 1, y, x, nz, ny, nx);

        s[j + 1][i + 1] = mid;
        if (i == 0) {
            s[j + 1][0] = peek(before, z, y, x - 1, nz, ny, nx);
        } else if (i == TILE - 1) {
            s[j + 1][TILE + 1] = peek(before, z, y, x + 1, nz, ny, nx);
        }
        if (j == 0) {
            s[0][i + 1] = peek(before, z, y - 1, x, nz, ny, nx);
        } else if (j == TILE - 1) {
            s[TILE + 1][i + 1] = peek(before, z, y + 1, x, nz, ny, nx);
        }
        __syncthreads();

        if (x < nx && y < ny) {
            float around = down + up;
            around += s[j + 1][i + 1];
            around += s[j + 1][i + 2];
            around += s[j][i + 1];
            around += s[j + 2][i + 1];
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * around;
        }
        down = mid;
        mid = up;
    }
}

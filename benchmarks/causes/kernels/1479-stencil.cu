#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// what lies beyond the box is 0
__device__ float edge(const float *before, int z, int y, int x, int ny, int nx) {
    if (y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.f;
    return before[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float mine[TILE][TILE];
    __shared__ float side[4][TILE];            // left, right, front, back

    int i = threadIdx.x, j = threadIdx.y;
    int x = blockIdx.x * TILE + i;
    int y = blockIdx.y * TILE + j;
    bool ok = x < nx && y < ny;

    float down = 0.f, up = 0.f, mid = edge(before, 0, y, x, ny, nx);
    for (int z = 0; z < nz; z++) {
        up = 0.f;
        if (ok)
            up = before[AT(z + 1, y, x)];

        __syncthreads();
        mine[j][i] = mid;
        if (i == 0) side[0][j] = edge(before, z, y, x - 1, ny, nx);
        if (i == TILE - 1) side[1][j] = edge(before, z, y, x + 1, ny, nx);
        if (j == 0) side[2][i] = edge(before, z, y - 1, x, ny, nx);
        if (j == TILE - 1) side[3][i] = edge(before, z, y + 1, x, ny, nx);
        __syncthreads();

        float sum = down + up;
        sum += i > 0 ? mine[j][i - 1] : side[0][j];
        sum += i < TILE - 1 ? mine[j][i + 1] : side[1][j];
        sum += j > 0 ? mine[j - 1][i] : side[2][i];
        sum += j < TILE - 1 ? mine[j + 1][i] : side[3][i];
        if (ok)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * sum;

        mid = up;
        down = mid;
    }
}

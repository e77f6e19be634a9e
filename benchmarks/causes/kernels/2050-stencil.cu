#define SIDE (TILE + 2)

// 0 beyond the box
__device__ float look(const float *layer, int y, int x, int ny, int nx) {
    if (y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.0f;
    return layer[y * nx + x];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float sheets[2][SIDE * SIDE];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int centre = (threadIdx.y + 1) * SIDE + threadIdx.x + 1;
    int layer = ny * nx;

    float down = 0.0f;
    float mid = look(before, y, x, ny, nx);
    float up;

    for (int z = 0; z < nz; z++) {
        float *s = sheets[z % 2];   // the other sheet may still be read by slow warps

        up = z < nz - 1 ? look(before + layer, y, x, ny, nx) : 0.0f;

        s[centre] = mid;
        if (threadIdx.y == 0)        s[centre - SIDE] = look(before, y - 1, x, ny, nx);
        if (threadIdx.y == TILE - 1) s[centre + SIDE] = look(before, y + 1, x, ny, nx);
        if (threadIdx.x == 0)        s[centre - 1]    = look(before, y, x - 1, ny, nx);
        if (threadIdx.x == TILE - 1) s[centre + 1]    = look(before, y, x + 1, ny, nx);
        __syncthreads();

        if (x < nx && y < ny) {
            float six = down + up + s[centre - SIDE] + s[centre + SIDE] + s[centre - 1] + s[centre + 1];
            after[y * nx + x] = 0.4f * mid + 0.1f * six;
        }

        mid = up;
        down = mid;
        before += layer;
        after += layer;
    }
}

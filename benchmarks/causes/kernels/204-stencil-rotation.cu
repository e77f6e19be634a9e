#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[TILE + 2][TILE + 2];
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool mine = x < nx && y < ny;

    float prev = 0.0f;
    float cur = mine ? before[AT(0, y, x)] : 0.0f;
    float next;

    for (int z = 0; z < nz; z++) {
        next = (mine && z + 1 < nz) ? before[AT(z + 1, y, x)] : 0.0f;

        s[j][i] = cur;
        if (i == 1)
            s[j][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (i == TILE)
            s[j][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (j == 1)
            s[0][i] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (j == TILE)
            s[TILE + 1][i] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (mine)
            after[AT(z, y, x)] = 0.4f * cur
                + 0.1f * (s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i] + prev + next);
        __syncthreads();

        cur = next;
        prev = cur;
    }
}

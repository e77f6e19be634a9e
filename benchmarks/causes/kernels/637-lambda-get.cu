#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float s[TILE + 2][TILE + 2];
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int i = threadIdx.x + 1;
    const int j = threadIdx.y + 1;

    auto get = [=](int zz, int yy, int xx) {
        const bool inside = zz >= 0 && zz < nz && yy >= 0 && yy < ny && xx >= 0 && xx < nx;
        return inside ? before[AT(zz, yy, xx)] : 0.0f;
    };

    float below = 0.0f;
    float here = get(0, y, x);

    for (int z = 0; z < nz; ++z) {
        const float above = get(z + 1, y, x);

        s[j][i] = here;
        if (i == 1) s[j][0] = get(z, y, x - 1);
        if (i == TILE) s[j][TILE + 1] = get(z, y, x + 1);
        if (j == 1) s[0][i] = get(z, y - 1, x);
        if (j == TILE) s[TILE + 1][i] = get(z, y + 1, x);
        __syncthreads();

        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * here
                + 0.1f * (below + above + s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i]);
        __syncthreads();

        here = above;
        below = here;
    }
}

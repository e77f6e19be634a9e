#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[TILE + 2][TILE + 2];

    const int i = threadIdx.x + 1, j = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;

    // an element of the box, or 0 beyond it
    auto element = [=](int z, int y, int x) -> float {
        if (z >= nz || y < 0 || y >= ny || x < 0 || x >= nx)
            return 0.0f;
        return before[AT(z, y, x)];
    };

    float lower = 0.0f;
    float here = element(0, y, x);
    float upper;

    for (int z = 0; z < nz; z++) {
        upper = element(z + 1, y, x);

        s[j][i] = here;
        if (i == 1)    s[j][0] = element(z, y, x - 1);
        if (i == TILE) s[j][TILE + 1] = element(z, y, x + 1);
        if (j == 1)    s[0][i] = element(z, y - 1, x);
        if (j == TILE) s[TILE + 1][i] = element(z, y + 1, x);
        __syncthreads();

        float sum = lower + upper;
        sum += s[j][i - 1] + s[j][i + 1];
        sum += s[j - 1][i] + s[j + 1][i];
        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * here + 0.1f * sum;

        here = upper;
        lower = here;
        __syncthreads();
    }
}

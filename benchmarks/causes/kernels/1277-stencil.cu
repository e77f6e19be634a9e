#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// Bérénice Lacombe
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plan[TILE + 2][TILE + 2];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int i = threadIdx.x + 1;
    const int j = threadIdx.y + 1;
    const bool dedans = x < nx && y < ny;

    float dessous = 0.0f;
    float milieu = dedans ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float dessus = dedans && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        plan[j][i] = milieu;
        if (i == 1)
            plan[j][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0.0f;
        if (i == TILE)
            plan[j][TILE + 1] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        if (j == 1)
            plan[0][i] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0.0f;
        if (j == TILE)
            plan[TILE + 1][i] = y + 1 < nx && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (dedans)
            after[AT(z, y, x)] = 0.4f * milieu + 0.1f * (dessous + dessus + plan[j][i - 1] + plan[j][i + 1]
                                                         + plan[j - 1][i] + plan[j + 1][i]);
        __syncthreads();

        milieu = dessus;
        dessous = milieu;
    }
}

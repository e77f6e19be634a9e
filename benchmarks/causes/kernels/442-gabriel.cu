#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float pl[TILE + 2][TILE + 2];
    int lx = threadIdx.x, ly = threadIdx.y;
    int x = blockIdx.x * TILE + lx, y = blockIdx.y * TILE + ly;
    bool dedans = x < nx && y < ny;

    float dessous = 0.0f;
    float ici = dedans ? before[AT(0, y, x)] : 0.0f;
    float dessus;

    for (int z = 0; z < nz; z++) {
        dessus = (dedans && z < nz - 1) ? before[AT(z + 1, y, x)] : 0.0f;

        pl[ly + 1][lx + 1] = ici;
        if (lx == 0)
            pl[ly + 1][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (lx == TILE - 1)
            pl[ly + 1][TILE + 1] = (x < nx - 1 && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (ly == 0)
            pl[0][lx + 1] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (ly == TILE - 1)
            pl[TILE + 1][lx + 1] = (y < ny - 1 && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (dedans) {
            float v = pl[ly + 1][lx] + pl[ly + 1][lx + 2] + pl[ly][lx + 1] + pl[ly + 2][lx + 1];
            after[AT(z, y, x)] = 0.4f * ici + 0.1f * (v + dessous + dessus);
        }
        __syncthreads();

        // on monte d'un plan
        ici = dessus;
        dessous = ici;
    }
}

// Stencil de 7 puntos. abajo / aqui / arriba quedan en registros.
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plano[TILE + 2][TILE + 2];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int i = threadIdx.x + 1;
    const int j = threadIdx.y + 1;
    const bool dentro = x < nx && y < ny;

    float abajo = 0.0f;
    float aqui = dentro ? before[AT(0, y, x)] : 0.0f;
    float arriba;

    for (int z = 0; z < nz; z++) {
        arriba = (dentro && z + 1 < nz) ? before[AT(z + 1, y, x)] : 0.0f;

        plano[j][i] = aqui;
        if (i == 1)
            plano[j][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (i == TILE)
            plano[j][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (j == 1)
            plano[0][i] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (j == TILE)
            plano[TILE + 1][i] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (dentro) {
            float vecinos = abajo + arriba;
            vecinos += plano[j][i - 1] + plano[j][i + 1];
            vecinos += plano[j - 1][i] + plano[j + 1][i];
            after[AT(z, y, x)] = 0.4f * aqui + 0.1f * vecinos;
        }
        __syncthreads();

        aqui = arriba;
        abajo = aqui;
    }
}

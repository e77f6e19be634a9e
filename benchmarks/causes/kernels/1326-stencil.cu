// Estêncil de sete pontos
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plano[TILE + 2][TILE + 2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * TILE + tx;
    const int y = blockIdx.y * TILE + ty;
    const bool dentro = x < nx && y < ny;

    float abaixo = 0.0f;
    float aqui = dentro ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        const float acima = dentro && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        plano[ty + 1][tx + 1] = aqui;
        if (ty == 0)
            plano[0][tx + 1] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE - 1)
            plano[TILE + 1][tx + 1] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        if (tx == 0)
            plano[ty + 1][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE - 1)
            plano[ty + 1][TILE] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (dentro)
            after[AT(z, y, x)] = 0.4f * aqui + 0.1f * (abaixo + acima + plano[ty][tx + 1] + plano[ty + 2][tx + 1] +
                                                       plano[ty + 1][tx] + plano[ty + 1][tx + 2]);
        __syncthreads();

        abaixo = aqui;
        aqui = acima;
    }
}

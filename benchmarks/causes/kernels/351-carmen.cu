// Cada bloque recorre los planos; el borde lo cargan los hilos de las orillas.
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plano[TILE + 2][TILE + 2];
    int i = threadIdx.x, j = threadIdx.y;
    int x = blockIdx.x * TILE + i, y = blockIdx.y * TILE + j;
    bool dentro = x < nx && y < ny;
    float abajo = 0.0f, aqui = 0.0f, arriba;
    if (dentro)
        aqui = before[AT(0, y, x)];

    for (int z = 0; z < nz; z++) {
        arriba = 0.0f;
        if (dentro && z + 1 < nz)
            arriba = before[AT(z + 1, y, x)];

        plano[j + 1][i + 1] = aqui;
        // orilla izquierda y derecha
        if (i == 0)
            plano[j + 1][0] = dentro && x > 0 ? before[AT(z, y, x - 1)] : 0.0f;
        if (i == TILE - 1)
            plano[j + 1][TILE + 1] = dentro && x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;
        // orilla de arriba y de abajo
        if (j == 0)
            plano[0][i + 1] = dentro && y > 0 ? before[AT(z, y - 1, x)] : 0.0f;
        if (j == TILE - 1)
            plano[TILE + 1][i + 1] = dentro && y > 0 ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (dentro)
            after[AT(z, y, x)] = 0.4f * aqui + 0.1f * (plano[j + 1][i] + plano[j + 1][i + 2] + plano[j][i + 1] +
                                                       plano[j + 2][i + 1] + abajo + arriba);
        __syncthreads();
        abajo = aqui;
        aqui = arriba;
    }
}

// Estêncil 3D, plano por plano

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plano[TILE + 2][TILE + 2];

    int i = threadIdx.x + 1;
    int j = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool dentro = x < nx && y < ny;

    float abaixo = 0.0f;
    float centro = 0.0f;
    if (dentro)
        centro = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        float acima = 0.0f;
        if (dentro && z < nz)
            acima = before[AT(z + 1, y, x)];

        plano[j][i] = centro;
        // bordas
        if (threadIdx.x == 0)
            plano[j][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            plano[j][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (threadIdx.y == 0)
            plano[0][i] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            plano[TILE + 1][i] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (dentro) {
            float vizinhos = plano[j][i - 1] + plano[j][i + 1] + plano[j - 1][i] + plano[j + 1][i];
            after[AT(z, y, x)] = 0.4f * centro + 0.1f * (vizinhos + abaixo + acima);
        }
        __syncthreads();

        abaixo = centro;
        centro = acima;
    }
}

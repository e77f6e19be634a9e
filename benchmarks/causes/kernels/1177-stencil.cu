#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plano[TILE + 2][TILE + 2];

    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool dentro = x < nx && y < ny;

    float abaixo = 0.0f;
    float centro = dentro ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float acima = (dentro && z + 1 < nz) ? before[AT(z + 1, y, x)] : 0.0f;

        // o plano atual, com uma borda de um elemento
        plano[ty][tx] = centro;
        if (tx == 1)
            plano[ty][0] = (y < ny && x > 0) ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE)
            plano[ty][TILE + 1] = (y < ny && x + 1 < nx) ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 1)
            plano[0][tx] = (x < nx && y > 0) ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE)
            plano[TILE + 1][tx] = (x < nx && y + 1 < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (dentro) {
            float vizinhos = plano[ty][tx - 1] + plano[ty][tx + 1] + plano[ty - 1][tx] + plano[ty + 1][tx];
            after[AT(z, y, x)] = 0.4f * centro + 0.1f * (vizinhos + abaixo + acima);
        }

        abaixo = centro;
        centro = acima;
    }
}

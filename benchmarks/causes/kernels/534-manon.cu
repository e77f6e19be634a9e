#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plan[TILE + 2][TILE + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool dedans = x < nx && y < ny;

    float dessous = 0.0f;
    float ici = 0.0f;
    if (dedans)
        ici = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        float dessus = 0.0f;
        if (dedans && z + 1 < nz)
            dessus = before[AT(z + 1, y, x)];

        plan[ty][tx] = ici;
        // les quatre bords
        if (tx == 1)
            plan[ty][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE)
            plan[ty][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 1)
            plan[0][tx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE)
            plan[TILE + 1][tx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (dedans) {
            float voisins = plan[ty][tx - 1] + plan[ty][tx + 1];
            voisins += plan[ty - 1][tx] + plan[ty + 1][tx];
            voisins += dessous + dessus;
            after[AT(z, y, x)] = 0.4f * ici + 0.1f * voisins;
        }
        __syncthreads();

        // on monte d'un plan
        ici = dessus;
        dessous = ici;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// Gewichte: 4/10 fuer die Mitte, 1/10 fuer jeden Nachbarn
#define MITTE (4 / 10)
#define NACHBAR (1.0f / 10)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float ebene[TILE + 2][TILE + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool drin = x < nx && y < ny;

    float unten = 0.0f;
    float hier = drin ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        float oben = (drin && z < nz - 1) ? before[AT(z + 1, y, x)] : 0.0f;

        ebene[ty][tx] = hier;
        if (tx == 1)
            ebene[ty][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE)
            ebene[ty][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 1)
            ebene[0][tx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE)
            ebene[TILE + 1][tx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (drin) {
            float rundum = ebene[ty][tx - 1] + ebene[ty][tx + 1] + ebene[ty - 1][tx] + ebene[ty + 1][tx];
            after[AT(z, y, x)] = MITTE * hier + NACHBAR * (rundum + unten + oben);
        }
        __syncthreads();

        unten = hier;
        hier = oben;
    }
}

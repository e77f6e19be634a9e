#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float ebene[TILE + 2][TILE + 2];
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int drin = x < nx && y < ny;
    float unten, mitte, oben;

    unten = 0.0f;
    mitte = 0.0f;
    if (drin)
        mitte = before[AT(0, y, x)];

    for (int z = 0; z < nz; z++) {
        oben = 0.0f;
        if (drin && z < nz - 1)
            oben = before[AT(z + 1, y, x)];

        /* eigene Zelle und der Rand der Kachel */
        ebene[j][i] = mitte;
        if (i == 1)
            ebene[j][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (i == TILE)
            ebene[j][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (j == 1)
            ebene[0][i] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (j == TILE)
            ebene[TILE + 1][i] = (x + 1 < nx && y < ny) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (drin) {
            float rand = ebene[j][i - 1] + ebene[j][i + 1] + ebene[j - 1][i] + ebene[j + 1][i];
            after[AT(z, y, x)] = 0.4f * mitte + 0.1f * (unten + oben + rand);
        }
        __syncthreads();
        unten = mitte;
        mitte = oben;
    }
}

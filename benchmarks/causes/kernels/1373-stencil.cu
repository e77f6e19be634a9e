#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float ebene[TILE + 2][TILE + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool drin = x < nx && y < ny;

    float unten = 0.0f;
    float mitte = drin ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        const float oben = drin && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        ebene[ty][tx] = mitte;
        if (ty == 1)
            ebene[0][tx] = x < nx && y > 0 ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE)
            ebene[TILE + 1][tx] = x < nx && y + 1 < ny ? before[AT(z, y + 1, x)] : 0.0f;
        if (tx == 1)
            ebene[ty][0] = y < ny && x > 0 ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE)
            ebene[ty][TILE + 1] = y < ny && x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (drin) {
            const float ringsum = ebene[ty - 1][tx] + ebene[ty + 1][tx] + ebene[ty][tx - 1] + ebene[ty][tx + 1];
            after[AT(z, y, x)] = 0.4f * mitte + 0.1f * (unten + oben + ringsum);
        }
        __syncthreads();

        mitte = oben;
        unten = mitte;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define S (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float ebene[S * S];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int mitte = (threadIdx.y + 1) * S + threadIdx.x + 1;
    const bool okx = x < nx, oky = y < ny;

    float unten = 0.0f;
    float jetzt = (okx && oky) ? before[AT(0, y, x)] : 0.0f;
    float oben;

    for (int z = 0; z < nz; z++) {
        oben = (okx && oky && z < nz - 1) ? before[AT(z + 1, y, x)] : 0.0f;

        ebene[mitte] = jetzt;
        if (threadIdx.x == 0)        ebene[mitte - 1] = (oky && x > 0)      ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1) ebene[mitte + 1] = (oky && x < nx - 1) ? before[AT(z, y, x + 1)] : 0.0f;
        if (threadIdx.y == 0)        ebene[mitte - S] = (okx && y > 0)      ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1) ebene[mitte + S] = (okx && y < ny - 1) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        float rundum = ebene[mitte - 1] + ebene[mitte + 1] + ebene[mitte - S] + ebene[mitte + S] + unten + oben;
        if (okx && oky)
            after[AT(z, y, x)] = 0.4f * jetzt + 0.1f * rundum;
        unten = jetzt;
        jetzt = oben;
    }
}

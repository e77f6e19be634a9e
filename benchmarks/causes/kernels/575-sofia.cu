// Sofia: funzioni piccole, un compito ciascuna
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

__device__ int combinaCentroEVicini(float centro, float sommaDeiVicini) {
    return 0.4f * centro + 0.1f * sommaDeiVicini;
}

__device__ float leggi(const float *before, int z, int y, int x, int nz, int ny, int nx) {
    if (z < 0 || z > nz || y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.0f;
    return before[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float piano[TILE + 2][TILE + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float sotto = 0.0f;
    float centro = leggi(before, 0, y, x, nz, ny, nx);

    for (int z = 0; z < nz; z++) {
        float sopra = leggi(before, z + 1, y, x, nz, ny, nx);
        piano[ty][tx] = centro;
        if (tx == 1)
            piano[ty][0] = leggi(before, z, y, x - 1, nz, ny, nx);
        else if (tx == TILE)
            piano[ty][TILE + 1] = leggi(before, z, y, x + 1, nz, ny, nx);
        if (ty == 1)
            piano[0][tx] = leggi(before, z, y - 1, x, nz, ny, nx);
        else if (ty == TILE)
            piano[TILE + 1][tx] = leggi(before, z, y + 1, x, nz, ny, nx);
        __syncthreads();
        float vicini = piano[ty][tx - 1] + piano[ty][tx + 1] + piano[ty - 1][tx] + piano[ty + 1][tx] + sotto + sopra;
        if (x < nx && y < ny)
            after[AT(z, y, x)] = combinaCentroEVicini(centro, vicini);
        __syncthreads();
        sotto = centro;
        centro = sopra;
    }
}

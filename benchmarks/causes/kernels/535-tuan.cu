#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float tam[TILE + 2][TILE + 2];
    const int lx = threadIdx.x + 1;
    const int ly = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool ok = (x < nx) && (y < ny);
    float duoi = 0.0f;
    float giua = ok ? before[AT(0, y, x)] : 0.0f;
    float tren;

    for (int z = 0; z < nz; z++) {
        tren = (ok && z < nz - 1) ? before[AT(z + 1, y, x)] : 0.0f;
        tam[ly][lx] = giua;

        // vien trai, phai
        if (threadIdx.x == 0)
            tam[ly][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            tam[ly][TILE + 1] = (x < nx - 1 && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        // vien tren, duoi
        if (threadIdx.y == 0)
            tam[0][lx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE)
            tam[TILE + 1][lx] = (y < ny - 1 && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (ok)
            after[AT(z, y, x)] = 0.4f * giua + 0.1f * (tam[ly][lx - 1] + tam[ly][lx + 1] + tam[ly - 1][lx]
                                                       + tam[ly + 1][lx] + duoi + tren);
        __syncthreads();
        duoi = giua;
        giua = tren;
    }
}

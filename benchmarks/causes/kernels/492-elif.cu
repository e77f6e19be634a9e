#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    constexpr int GEN = TILE + 2;
    __shared__ float duzlem[GEN * GEN];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool icerde = x < nx && y < ny;
    const int yer = (threadIdx.y + 1) * GEN + threadIdx.x + 1;

    // kutunun disinda her sey 0
    auto oku = [=](int z, int yy, int xx) {
        const bool var = z < nz && yy >= 0 && yy < ny && xx >= 0 && xx < nx;
        return var ? before[AT(z, yy, xx)] : 0.0f;
    };

    float alt = 0.0f;
    float orta = oku(0, y, x);
    for (int z = 0; z < nz; ++z) {
        const float ust = oku(z + 1, y, x);

        duzlem[yer] = orta;
        if (threadIdx.x == 0)
            duzlem[yer - 1] = oku(z, y, x - 1);
        if (threadIdx.x == TILE - 1)
            duzlem[yer + 1] = oku(z, y, x + 1);
        if (threadIdx.y == 0)
            duzlem[yer - GEN] = oku(z, y - 1, x);
        if (threadIdx.y == TILE - 1)
            duzlem[yer + GEN] = oku(z, y + 1, x);
        __syncthreads();

        if (icerde) {
            const float komsular = duzlem[yer - 1] + duzlem[yer + 1] + duzlem[yer - GEN] + duzlem[yer + GEN];
            after[AT(z, y, x)] = 0.4f * orta + 0.1f * (alt + ust + komsular);
        }
        __syncthreads();

        // bir duzlem yukari
        orta = ust;
        alt = orta;
    }
}

// Ruben: y is de langzame as, x de snelle
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define B (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float vlak[B * B];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int hier = (threadIdx.y + 1) * B + threadIdx.x + 1;
    bool binnen = x < nx && y < ny;
    float onder = 0.0f, midden = 0.0f, boven = 0.0f;
    if (binnen)
        midden = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        boven = 0.0f;
        if (binnen && z + 1 < nz)
            boven = before[AT(z + 1, y, x)];
        vlak[hier] = midden;
        // randen: links, rechts, boven, beneden
        if (threadIdx.x == 0)
            vlak[hier - 1] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            vlak[hier + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (threadIdx.y == 0)
            vlak[hier - B] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            vlak[hier + B] = (y < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();
        if (binnen)
            after[AT(z, y, x)] = 0.4f * midden + 0.1f * (vlak[hier - 1] + vlak[hier + 1] + vlak[hier - B] + vlak[hier + B]
                                                         + onder + boven);
        __syncthreads();
        onder = midden;
        midden = boven;
    }
}

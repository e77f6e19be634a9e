// Stensil 3D; baris utas 0 sampai 3 mengambil tepi
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

struct Kotak {
    const float *isi;
    int nz, ny, nx;
    __device__ float operator()(int z, int y, int x) const {
        const bool ada = z < nz && y >= 0 && y < ny && x >= 0 && x < nx;
        return ada ? isi[AT(z, y, x)] : 0.0f;
    }
};

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float p[TILE + 2][TILE + 2];
    const Kotak kotak = {before, nz, ny, nx};
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    const int x = x0 + tx, y = y0 + ty;

    float bawah = 0, sini = kotak(0, y, x);
    for (int z = 0; z < nz; ++z) {
        float atas = kotak(z + 1, y, x);
        p[ty + 1][tx + 1] = sini;
        switch (ty) {
            case 0: p[0][tx + 1] = kotak(z, y0 - 1, x0 + tx); break;
            case 1: p[TILE + 1][tx + 1] = kotak(z, y0 + TILE, x0 + tx); break;
            case 2: p[tx + 1][0] = kotak(z, y0 + tx, x0 - 1); break;
            case 3: p[tx + 1][TILE + 1] = kotak(z, y0 + tx, x0 - 1); break;
        }
        __syncthreads();
        if (x < nx && y < ny) {
            float tetangga = bawah + atas;
            tetangga += p[ty][tx + 1] + p[ty + 2][tx + 1];
            tetangga += p[ty + 1][tx] + p[ty + 1][tx + 2];
            after[AT(z, y, x)] = 0.4f * sini + 0.1f * tetangga;
        }
        __syncthreads();
        sini = atas; bawah = sini;
    }
}

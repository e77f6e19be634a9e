#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

constexpr int ANCHO = TILE + 2;

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plano[ANCHO * ANCHO];
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;

    auto leer = [=](int pz, int py, int px) {
        const bool dentro = pz >= 0 && pz < nz && py >= 0 && py < ny && px >= 0 && px <= nx;
        return dentro ? before[AT(pz, py, px)] : 0.0f;
    };

    float *yo = plano + (threadIdx.y + 1) * ANCHO + threadIdx.x + 1;
    float abajo = 0.0f, centro = leer(0, y, x);
    for (int z = 0; z < nz; z++) {
        yo[0] = centro;
        if (threadIdx.y == 0) yo[-ANCHO] = leer(z, y - 1, x);
        if (threadIdx.y == TILE - 1) yo[ANCHO] = leer(z, y + 1, x);
        if (threadIdx.x == 0) yo[-1] = leer(z, y, x - 1);
        if (threadIdx.x == TILE - 1) yo[1] = leer(z, y, x + 1);
        const float arriba = leer(z + 1, y, x);
        __syncthreads();

        const float vecinos = yo[-1] + yo[1] + yo[-ANCHO] + yo[ANCHO] + abajo + arriba;
        if (x < nx && y < ny) after[AT(z, y, x)] = 0.4f * centro + 0.1f * vecinos;
        abajo = centro;
        centro = arriba;
    }
}

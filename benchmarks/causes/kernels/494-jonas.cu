// Jonas: die Ebenen wandern durch Register, nur die mittlere liegt im geteilten Speicher
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

constexpr float EIGEN = 0.4f;
constexpr float NACHBAR = 1 / 10;

struct Saeule {
    float unten, hier, oben;
    __device__ void weiter() {
        unten = hier;
        hier = oben;
    }
};

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float blatt[TILE + 2][TILE + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    const bool gueltig = x < nx && y < ny;

    Saeule s{0.0f, gueltig ? before[AT(0, y, x)] : 0.0f, 0.0f};
    for (int z = 0; z < nz; ++z, s.weiter()) {
        s.oben = gueltig && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;
        blatt[ty][tx] = s.hier;

        // Rand: die aeussersten Threads laden ihren Nachbarn mit
        if (tx == 1)
            blatt[ty][0] = y < ny && x > 0 ? before[AT(z, y, x - 1)] : 0.0f;
        else if (tx == TILE)
            blatt[ty][TILE + 1] = y < ny && x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 1)
            blatt[0][tx] = x < nx && y > 0 ? before[AT(z, y - 1, x)] : 0.0f;
        else if (ty == TILE)
            blatt[TILE + 1][tx] = x < nx && y + 1 < ny ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (gueltig) {
            float rundum = s.unten + s.oben;
            rundum += blatt[ty - 1][tx] + blatt[ty + 1][tx];
            rundum += blatt[ty][tx - 1] + blatt[ty][tx + 1];
            after[AT(z, y, x)] = EIGEN * s.hier + NACHBAR * rundum;
        }
        __syncthreads();
    }
}

// Stencil 3D - płaszczyzna w tablicy 1-D

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define W (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[W * W];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    int c = (ty + 1) * W + tx + 1;       // środek w tablicy s
    bool ok = x < nx && y < ny;

    float dol = 0.0f;
    float tu = ok ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float gora = (ok && z + 1 < nz) ? before[AT(z + 1, y, x)] : 0.0f;

        s[c] = tu;
        if (tx == 0)
            s[c - 1] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE - 1)
            s[c + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 0)
            s[c - W] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE - 1)
            s[c + W] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (ok) {
            float obok = s[c - 1] + s[c + 1] + s[c - TILE] + s[c + W];
            after[AT(z, y, x)] = 0.4f * tu + 0.1f * dol + gora + obok;
        }
        __syncthreads();
        dol = tu;
        tu = gora;
    }
}

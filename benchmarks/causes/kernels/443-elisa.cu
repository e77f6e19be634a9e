#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// I quattro bordi: 4 * TILE elementi, un thread ciascuno
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float p[TILE + 2][TILE + 2];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    int x = x0 + tx, y = y0 + ty;
    bool dentro = x < nx && y < ny;

    // quale elemento del bordo carica questo thread
    int id = ty * TILE + tx;
    int lato = id / TILE, o = id % TILE;
    int sx = 0, sy = 0;             // posizione in p
    if (lato == 0) { sy = 0; sx = o + 1; }
    if (lato == 1) { sy = TILE + 1; sx = o + 1; }
    if (lato == 2) { sy = o + 1; sx = 0; }
    if (lato == 3) { sy = o + 1; sx = TILE; }
    int gx = x0 + sx - 1, gy = y0 + sy - 1;   // posizione in before
    bool c_e = gx >= 0 && gx < nx && gy >= 0 && gy < ny;

    float sotto = 0.0f, qui = dentro ? before[AT(0, y, x)] : 0.0f;
    for (int z = 0; z < nz; ++z) {
        float sopra = dentro && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;
        p[ty + 1][tx + 1] = qui;
        if (lato < 4)
            p[sy][sx] = c_e ? before[AT(z, gy, gx)] : 0.0f;
        __syncthreads();
        if (dentro) {
            float intorno = p[ty][tx + 1] + p[ty + 2][tx + 1] + p[ty + 1][tx] + p[ty + 1][tx + 2];
            after[AT(z, y, x)] = 0.4f * qui + 0.1f * (intorno + sotto + sopra);
        }
        __syncthreads();
        sotto = qui;
        qui = sopra;
    }
}

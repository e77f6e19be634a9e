#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

enum { SIDE = TILE + 2, CELLS = SIDE * SIDE };

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float flat[2][CELLS];

    const int left = blockIdx.x * TILE - 1, top = blockIdx.y * TILE - 1;
    const int tid = threadIdx.y * TILE + threadIdx.x;
    const int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y;
    const int me = (threadIdx.y + 1) * SIDE + threadIdx.x + 1;

    // planes with even z go to flat[0], those with odd z to flat[1]
    auto fill = [&](int z) {
        for (int cell = tid; cell < CELLS; cell += TILE * TILE) {
            const int gy = top + cell / TILE;
            const int gx = left + cell % SIDE;
            const bool in = gx >= 0 && gx < nx && gy >= 0 && gy < ny && z < nz;
            flat[z & 1][cell] = in ? before[AT(z, gy, gx)] : 0.0f;
        }
    };

    float below = 0.0f;
    fill(0);
    for (int z = 0; z < nz; ++z) {
        fill(z + 1);
        __syncthreads();

        const float *p = &flat[z & 1][me];
        const float here = *p, above = flat[(z + 1) & 1][me];
        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (below + above + p[-1] + p[1] + p[-SIDE] + p[SIDE]);
        below = here;
        __syncthreads();
    }
}

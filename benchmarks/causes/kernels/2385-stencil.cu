#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    const int EDGE = TILE + 2;
    __shared__ float plane[EDGE * EDGE];

    int x0 = blockIdx.x * TILE - 1;
    int y0 = blockIdx.y * TILE - 1;
    int x = x0 + 1 + threadIdx.x;
    int y = y0 + 1 + threadIdx.y;
    int id = threadIdx.y * TILE + threadIdx.x;
    int centre = (threadIdx.y + 1) * EDGE + threadIdx.x + 1;
    bool mine = x < nx && y < ny;

    // What a thread keeps: sum of the half-finished plane, and the last two centres.
    float last = 0.0f, here = 0.0f, flat = 0.0f;

    for (int z = 0; z <= nz; z++) {
        float next = 0.0f, nextFlat = 0.0f;
        if (z < nz) {
            for (int e = id; e < EDGE * EDGE; e += TILE * TILE) {
                int gy = y0 + e / EDGE;
                int gx = x0 + e % EDGE;
                bool ok = gy >= 0 && gy < ny && gx >= 0 && gx < nx;
                plane[e] = ok ? before[AT(z, gy, gx)] : 0.0f;
            }
        }
        __syncthreads();

        if (z < nz) {
            next = plane[centre];
            nextFlat = plane[centre - 1] + plane[centre + 1] + plane[centre - EDGE] + plane[centre + EDGE];
        }
        __syncthreads();

        // now everything about plane z - 1 is known
        if (z > 0 && mine)
            after[AT(z - 1, y, x)] = 0.4f * here + 0.1f * (flat + last + next);

        here = next;
        last = here;
        flat = nextFlat;
    }
}

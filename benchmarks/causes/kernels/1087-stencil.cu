#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// Matti Korhonen
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float taso[TILE + 2][TILE + 2];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int sx = threadIdx.x + 1;
    int sy = threadIdx.y + 1;
    bool sisalla = x < nx && y < ny;

    float alla = 0.0f;
    float tassa = 0.0f;
    float ylla = sisalla ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        tassa = ylla;
        alla = tassa;
        ylla = (sisalla && z + 1 < nz) ? before[AT(z + 1, y, x)] : 0.0f;

        taso[sy][sx] = tassa;
        if (threadIdx.x == 0)
            taso[sy][0] = (x > 0 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            taso[sy][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (threadIdx.y == 0)
            taso[0][sx] = (y > 0 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            taso[TILE + 1][sx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (sisalla) {
            float naapurit = alla + ylla;
            naapurit += taso[sy][sx - 1] + taso[sy][sx + 1];
            naapurit += taso[sy - 1][sx] + taso[sy + 1][sx];
            after[AT(z, y, x)] = 0.4f * tassa + 0.1f * naapurit;
        }
        __syncthreads();
    }
}

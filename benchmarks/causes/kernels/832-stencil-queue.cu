#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float p[TILE + 2][TILE + 2];

    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool in = x < nx && y < ny;

    float below = 0.0f;
    float here = in ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; z++) {
        float above = (in && z + 1 < nz) ? before[AT(z + 1, y, x)] : 0.0f;

        p[ly][lx] = here;
        if (lx == 1)    p[ly][0]        = (x > 0 && y < ny)      ? before[AT(z, y, x - 1)] : 0.0f;
        if (lx == TILE) p[ly][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (ly == 1)    p[0][lx]        = (y > 0 && x < nx)      ? before[AT(z, y - 1, x)] : 0.0f;
        if (ly == TILE) p[TILE + 1][lx] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (in) {
            float around = p[ly][lx - 1] + p[ly][lx + 1] + p[ly - 1][lx] + p[ly + 1][lx];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (around + below + above);
        }
        __syncthreads();

        here = above;
        below = here;
    }
}

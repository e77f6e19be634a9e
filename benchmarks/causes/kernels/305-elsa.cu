#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

struct Column { float below, here, above; };

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float p[TILE + 2][TILE + 2];
    int i = threadIdx.x + 1;
    int j = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool in = x < nx && y < ny;

    Column c = {0.0f, 0.0f, 0.0f};
    if (in)
        c.here = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        c.above = 0.0f;
        if (in && z + 1 < nz)
            c.above = before[AT(z + 1, y, x)];

        // this plane, with its edges
        p[j][i] = c.here;
        if (i == 1)
            p[j][0] = (x >= 1 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (i == TILE)
            p[j][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (j == 1)
            p[0][i] = (y >= 1 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (j == TILE)
            p[TILE + 1][i] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (in) {
            float six = c.below + c.above;
            six += p[j][i - 1] + p[j][i + 1];
            six += p[j - 1][i] + p[j + 1][i];
            after[AT(z, y, x)] = 0.4f * c.here + 0.1f * six;
        }
        __syncthreads();

        c.here = c.above;
        c.below = c.here;
    }
}

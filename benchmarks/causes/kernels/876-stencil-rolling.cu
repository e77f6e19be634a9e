#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

struct Column {
    float below, here, above;

    __device__ void climb(float next)
    {
        here = above;
        below = here;
        above = next;
    }
};

__device__ float element(const float *box, int z, int y, int x, int nz, int ny, int nx)
{
    if (z < 0 || z >= nz || y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.0f;
    return box[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int i = threadIdx.x + 1;
    int j = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    Column c;
    c.below = 0.0f;
    c.here = element(before, 0, y, x, nz, ny, nx);
    c.above = element(before, 1, y, x, nz, ny, nx);

    int z = 0;
    while (z < nz) {
        __syncthreads();
        tile[j][i] = c.here;
        if (i == 1)    tile[j][0] = element(before, z, y, x - 1, nz, ny, nx);
        if (i == TILE) tile[j][TILE + 1] = element(before, z, y, x + 1, nz, ny, nx);
        if (j == 1)    tile[0][i] = element(before, z, y - 1, x, nz, ny, nx);
        if (j == TILE) tile[TILE + 1][i] = element(before, z, y + 1, x, nz, ny, nx);
        __syncthreads();

        if (x < nx && y < ny) {
            float sum = tile[j][i - 1] + tile[j][i + 1];
            sum += tile[j - 1][i] + tile[j + 1][i];
            sum += c.below + c.above;
            after[AT(z, y, x)] = 0.4f * c.here + 0.1f * sum;
        }
        z++;
        c.climb(element(before, z + 1, y, x, nz, ny, nx));
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define S (TILE + 2)

__device__ float peek(const float *box, int z, int y, int x, int nz, int ny, int nx)
{
    if (z < 0 || y < 0 || x < 0) return 0.0f;
    if (z >= nz || y >= ny || x >= nx) return 0.0f;
    return box[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float sh[S * S];

    int y0 = blockIdx.y * TILE, x0 = blockIdx.x * TILE;
    int y = y0 + threadIdx.y, x = x0 + threadIdx.x;
    float *me = sh + (threadIdx.y + 1) * S + threadIdx.x + 1;
    float q[3] = {0.0f, peek(before, 0, y, x, nz, ny, nx), 0.0f};

    for (int z = 0; z < nz; ++z) {
        q[2] = peek(before, z + 1, y, x, nz, ny, nx);

        *me = q[1];
        if (threadIdx.y == 0) {
            sh[threadIdx.x + 1] = peek(before, z, y0 - 1, x, nz, ny, nx);
            sh[(TILE + 1) * S + threadIdx.x + 1] = peek(before, z, y0 + TILE, x, nz, ny, nx);
        }
        if (threadIdx.x == 0) {
            sh[(threadIdx.y + 1) * S] = peek(before, z, y, x0 - 1, nz, ny, nx);
            sh[(threadIdx.y + 1) * S + TILE + 1] = peek(before, z, y, x0 + TILE, nz, ny, nx);
        }
        __syncthreads();

        float six = me[-1] + me[1] + me[-S] + me[S] + q[0] + q[2];
        if (y < ny && x < nx)
            after[AT(z, y, x)] = 0.4f * q[1] + 0.1f * six;
        __syncthreads();

        q[1] = q[2];
        q[0] = q[1];
    }
}

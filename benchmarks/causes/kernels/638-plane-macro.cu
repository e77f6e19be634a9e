#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define WIDE (TILE + 2)
#define P(r, c) plane[r * WIDE + c]

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float plane[WIDE * WIDE];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int column = y < ny && x < nx;

    float down, mid = 0, up = column ? before[AT(0, y, x)] : 0;
    for (int z = 0; z < nz; z++) {
        down = mid;
        mid = up;
        up = 0;
        if (column && z + 1 < nz)
            up = before[AT(z + 1, y, x)];

        P(ty, tx) = mid;
        if (threadIdx.y == 0) {
            P(0, tx) = x < nx && y > 0 ? before[AT(z, y - 1, x)] : 0;
            P(WIDE - 1, tx) = x < nx && y + TILE < ny ? before[AT(z, y + TILE, x)] : 0;
        }
        if (threadIdx.x == 0) {
            P(ty, 0) = y < ny && x > 0 ? before[AT(z, y, x - 1)] : 0;
            P(ty, WIDE - 1) = y < ny && x + TILE < nx ? before[AT(z, y, x + TILE)] : 0;
        }
        __syncthreads();

        if (column) {
            float six = down + up;
            six += P(ty - 1, tx);
            six += P(ty + 1, tx);
            six += P(ty, tx - 1);
            six += P(ty, tx + 1);
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * six;
        }
        __syncthreads();
    }
}

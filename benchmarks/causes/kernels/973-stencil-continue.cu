#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define SIZE (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float s[SIZE * SIZE];

    const int firstX = blockIdx.x * TILE - 1;
    const int firstY = blockIdx.y * TILE - 1;
    const int x = firstX + 1 + threadIdx.x;
    const int y = firstY + 1 + threadIdx.y;
    float *const me = s + (threadIdx.y + 1) * SIZE + threadIdx.x + 1;

    auto get = [=](int z, int yy, int xx) -> float {
        if (xx < 0 || xx >= nx || yy < 0 || yy >= ny || z >= nz)
            return 0.0f;
        return before[AT(z, yy, xx)];
    };

    float down = 0.0f;
    float centre = get(0, y, x);
    for (int z = 0; z < nz; ++z) {
        // the ring round the tile: row above, row below, column left, column right
        for (int i = threadIdx.y * TILE + threadIdx.x; i < 4 * TILE; i += TILE * TILE) {
            int k = i % TILE + 1, side = i / TILE;
            int r = side == 0 ? 0 : side == 1 ? TILE + 1 : k;
            int c = side == 2 ? 0 : side == 3 ? TILE + 1 : k;
            s[r * SIZE + c] = get(z, firstY + r, firstX + c);
        }
        *me = centre;
        __syncthreads();

        float up = get(z + 1, y, x);
        float around = me[-1] + me[1] + me[-SIZE] + me[SIZE];
        float total = 0.4f * centre + 0.1f * (around + down + up);
        down = centre;
        centre = up;

        if (x >= nx || y >= ny) continue;
        after[AT(z, y, x)] = total;
        __syncthreads();
    }
}

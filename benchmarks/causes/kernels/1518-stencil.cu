#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// Two planes of shared memory in turn, so one barrier a plane is enough.
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    constexpr int W = TILE + 2;
    __shared__ float planes[2][W * W];

    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    const int me = (threadIdx.y + 1) * W + threadIdx.x + 1;

    auto load = [&](int z, int yy, int xx) {
        bool inside = z >= 0 && z < nz && yy >= 0 && yy < ny && xx >= 0 && xx < nx;
        return inside ? before[AT(z, yy, xx)] : 0.0f;
    };

    float below = 0.0f, here = load(0, y, x), above = 0.0f;
    for (int z = 0; z < nz; ++z) {
        float *p = planes[z & 1];
        above = load(z + 1, y, x);

        p[me] = here;
        if (threadIdx.x == 0)        p[me - 1] = load(z, y, x - 1);
        if (threadIdx.x == TILE - 1) p[me + 1] = load(z, y, x + 1);
        if (threadIdx.y == 0)        p[me - W] = load(z, y - 1, x);
        if (threadIdx.y == TILE - 1) p[me + W] = load(z, y + 1, x);
        __syncthreads();

        if (y < ny && x < nx)
            after[AT(z, y, x)] = 0.4f * here
                               + 0.1f * (below + above + p[me - 1] + p[me + 1] + p[me - W] + p[me + W]);

        here = above;
        below = here;
    }
}

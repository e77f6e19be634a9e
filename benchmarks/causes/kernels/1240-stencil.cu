#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

struct Box {
    const float *cells;
    int nz, ny, nx;

    // 0 beyond the box
    __device__ float get(int z, int y, int x) const {
        if (z < 0 || z >= nz || y < 0 || y >= ny || x < 0 || x >= nx)
            return 0.0f;
        return cells[AT(z, y, x)];
    }
};

constexpr int WIDE = TILE + 2;

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float layer[WIDE * WIDE];

    const Box box = {before, nz, ny, nx};
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    float *mine = layer + (threadIdx.y + 1) * WIDE + threadIdx.x + 1;

    float below = 0.0f;
    float here = box.get(0, y, x);
    float above;

    for (int z = 0; z < nz; ++z) {
        above = box.get(z + 1, y, x);

        *mine = here;
        if (threadIdx.x == 0)        mine[-1] = box.get(z, y, x - 1);
        if (threadIdx.x == TILE - 1) mine[1] = box.get(z, y, x + 1);
        if (threadIdx.y == 0)        mine[-WIDE] = box.get(z, y - 1, x);
        if (threadIdx.y == TILE - 1) mine[WIDE] = box.get(z, y + 1, x);
        __syncthreads();

        if (y < ny && x < nx) {
            float sides = mine[-1] + mine[1] + mine[-WIDE] + mine[WIDE];
            sides += below;
            sides += above;
            after[AT(z, y, x)] = 0.4f * here + 0.1f * sides;
        }
        __syncthreads();

        here = above;
        below = here;
    }
}

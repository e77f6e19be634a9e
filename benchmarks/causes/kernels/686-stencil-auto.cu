#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define EDGE (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    const auto centre = 0.4f, side = 0.1f;

    __shared__ float cache[EDGE * EDGE];
    const auto rank = int(threadIdx.y * TILE + threadIdx.x);
    const auto mid = int((threadIdx.y + 1) * EDGE + threadIdx.x + 1);
    const auto x = int(blockIdx.x * TILE + threadIdx.x);
    const auto y = int(blockIdx.y * TILE + threadIdx.y);
    const auto active = x < nx && y < ny;

    auto lower = 0.0f;
    auto current = active ? before[AT(0, y, x)] : 0.0f;
    for (auto z = 0; z < nz; z++) {
        const auto upper = active && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;
        cache[mid] = current;
        for (auto e = rank; e < 4 * TILE; e += TILE * TILE) {
            const auto along = e % TILE + 1, end = e / TILE % 2 * (TILE + 1);
            const auto cy = e < 2 * TILE ? end : along;
            const auto cx = e < 2 * TILE ? along : end;
            const auto ey = int(blockIdx.y * TILE) + cy - 1;
            const auto ex = int(blockIdx.x * TILE) + cx - 1;
            cache[cy * EDGE + cx] = (ey < 0 || ey >= ny || ex < 0 || ex >= nx) ? 0.0f : before[AT(z, ey, ex)];
        }
        __syncthreads();

        if (active) {
            auto value = 0;
            value += centre * current;
            value += side * cache[mid - 1];
            value += side * cache[mid + 1];
            value += side * cache[mid - EDGE];
            value += side * cache[mid + EDGE];
            value += side * lower;
            value += side * upper;
            after[AT(z, y, x)] = value;
        }
        lower = current;
        current = upper;
        __syncthreads();
    }
}

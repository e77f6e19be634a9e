// 三维模板: 用 lambda 处理边界 (盒子外面都是 0)

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[TILE + 2][TILE + 2];
    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;

    auto get = [&](int zz, int yy, int xx) -> float {
        const bool ok = zz >= 0 && zz < nz && yy >= 0 && yy < ny && xx >= 0 && xx < nx;
        return ok ? before[AT(zz, yy, xx)] : 0.0f;
    };

    float below = 0.0f;
    float here = get(0, y, x);

    for (int z = 0; z < nz; ++z) {
        const float above = get(z + 1, y, x);

        plane[ty][tx] = here;
        if (tx == 1)    plane[ty][0]        = get(z, y, x - 1);
        if (tx == TILE) plane[ty][TILE + 1] = get(z, y, x - 1);
        if (ty == 1)    plane[0][tx]        = get(z, y - 1, x);
        if (ty == TILE) plane[TILE + 1][tx] = get(z, y + 1, x);
        __syncthreads();

        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (plane[ty][tx - 1] + plane[ty][tx + 1] +
                                                       plane[ty - 1][tx] + plane[ty + 1][tx] + below + above);
        __syncthreads();

        below = here;
        here = above;
    }
}

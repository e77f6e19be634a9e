#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s_plane[TILE + 2][TILE + 2];
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool inside = x < nx && y < ny;
    float down = 0.0f, mid = 0.0f, up = 0.0f;
    if (inside)
        mid = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        up = 0.0f;
        if (inside && z + 1 < nz)
            up = before[AT(z + 1, y, x)];
        s_plane[j][i] = mid;

        if (threadIdx.x == 0)
            s_plane[j][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0.0f;
        if (threadIdx.x == TILE - 1)
            s_plane[j][TILE + 1] = x < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        if (threadIdx.y == 0)
            s_plane[0][i] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0.0f;
        if (threadIdx.y == TILE - 1)
            s_plane[TILE + 1][i] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (inside) {
            float w = s_plane[j][i - 1], e = s_plane[j][i + 1];
            float n = s_plane[j - 1][i], s = s_plane[j + 1][i];
            float value = 0.4f * mid + 0.1f * (down + up);
            value += 0.1f * w + e + n + s;
            after[AT(z, y, x)] = value;
        }
        __syncthreads();
        down = mid;
        mid = up;
    }
}

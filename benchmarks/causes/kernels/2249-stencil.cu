#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define W (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float flat[W * W];

    int x0 = blockIdx.x * TILE - 1;
    int y0 = blockIdx.y * TILE - 1;
    int x = x0 + 1 + threadIdx.x;
    int y = y0 + 1 + threadIdx.y;
    int id = threadIdx.y * TILE + threadIdx.x;
    int c = (threadIdx.y + 1) * W + threadIdx.x + 1;
    if (x >= nx || y >= ny) return;
    bool mine = true;

    auto fill = [&](int z) {
        for (int e = id; e < W * W; e += TILE * TILE) {
            int gx = x0 + e % W;
            int gy = y0 + e / W;
            bool ok = gx >= 0 && gx < nx && gy >= 0 && gy < ny && z < nz;
            flat[e] = ok ? before[AT(z, gy, gx)] : 0.0f;
        }
    };

    float down = 0.0f, mid = 0.0f, ring = 0.0f;

    fill(0);
    __syncthreads();
    mid = flat[c];
    ring = flat[c - 1] + flat[c + 1] + flat[c - W] + flat[c + W];

    for (int z = 0; z < nz; ++z)
    {
        __syncthreads();
        fill(z + 1);
        __syncthreads();
        float up = flat[c];
        if (mine)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * (ring + down + up);
        ring = flat[c - 1] + flat[c + 1] + flat[c - W] + flat[c + W];
        down = mid;
        mid = up;
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

constexpr int PITCH = TILE + 2;

__device__ void bring_plane(float *slab, const float *plane, int ny, int nx)
{
    for (int e = threadIdx.y * TILE + threadIdx.x; e < PITCH * PITCH; e += TILE * TILE) {
        int y = (int)blockIdx.y * TILE + e / PITCH - 1;
        int x = (int)blockIdx.x * TILE + e % PITCH - 1;
        float v = 0.0f;
        if (0 <= y && y < ny && 0 <= x && x < nx)
            v = plane[y * nx + x];
        slab[e] = v;
    }
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float slab[PITCH * PITCH];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    const float *c = slab + (threadIdx.y + 1) * PITCH + threadIdx.x + 1;

    // in every turn z the plane z comes, and plane z - 1 can be finished
    float sides = 0.0f, mid = 0.0f, low = 0.0f;
    for (int z = 0; z <= nz; ++z) {
        float high = 0.0f, next_sides = 0.0f;
        if (z < nz) {
            bring_plane(slab, before + z * ny * nx, ny, nx);
            __syncthreads();
            high = *c;
            next_sides = c[-1] + c[1] + c[-TILE] + c[PITCH];
            __syncthreads();
        }
        if (z > 0 && y < ny && x < nx)
            after[AT(z - 1, y, x)] = 0.4f * mid + 0.1f * (sides + low + high);
        low = mid;
        mid = high;
        sides = next_sides;
    }
}

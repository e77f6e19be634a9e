#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define LD (TILE + 2)

struct Box {
    const float *d;
    int nz, ny, nx;

    __device__ float get(int z, int y, int x) const {
        if (z < 0 || z >= nz || y < 0 || y >= ny || x < 0 || x >= nx) return 0.f;
        return d[AT(z, y, x)];
    }
};

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[LD * LD];
    const Box box = {before, nz, ny, nx};

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    const int x = x0 + tx, y = y0 + ty;
    float *c = &plane[(ty + 1) * LD + tx + 1];

    float down = 0.f, mid = box.get(0, y, x), up;

    for (int z = 0; z < nz; ++z, down = mid, mid = up) {
        up = box.get(z + 1, y, x);
        *c = mid;
        __syncthreads();

        // the frame: 4 sides of TILE elements, one per thread
        for (int q = ty * TILE + tx; q < 4 * TILE; q += TILE * TILE) {
            int k = q % TILE, fy, fx;
            switch (q / TILE) {
            case 0:  fy = -1;   fx = k;    break;
            case 1:  fy = TILE; fx = k;    break;
            case 2:  fy = k;    fx = -1;   break;
            default: fy = k;    fx = TILE; break;
            }
            plane[(fy + 1) * LD + fx + 1] = box.get(z, y0 + fy, x0 + fx);
        }

        float r = c[-1] + c[1] + c[-LD] + c[LD] + down + up;
        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * r;
        __syncthreads();
    }
}

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    const int W = TILE + 2;
    __shared__ float flat[2][W * W];

    int gx0 = blockIdx.x * TILE, gy0 = blockIdx.y * TILE;
    int gx = gx0 + threadIdx.x, gy = gy0 + threadIdx.y;
    int me = threadIdx.y * TILE + threadIdx.x;
    int at = (threadIdx.y + 1) * W + threadIdx.x + 1;

    // brings plane z into buf, zeros around the box
    auto bring = [&](int z, float *buf) {
        for (int k = me; k < W * W; k += TILE * TILE) {
            int y = gy0 + k / W - 1;
            int x = gx0 + k % W - 1;
            float v = 0.0f;
            if (y >= 0 && y < ny && x >= 0 && x < nx)
                v = before[AT(z, y, x)];
            buf[k] = v;
        }
    };

    bring(0, flat[0]);
    float down = 0.0f;

    for (int z = 0; z < nz; z++) {
        float *now = flat[z & 1];
        float *next = flat[(z + 1) & 1];

        bring(z + 1, next);
        __syncthreads();

        float up = next[at];
        float mid = now[at];
        if (gx < nx && gy < ny) {
            float s = down + up;
            s += now[at - 1] + now[at + 1];
            s += now[at - W] + now[at + W];
            after[AT(z, gy, gx)] = 0.4f * mid + 0.1f * s;
        }
        down = mid;
        __syncthreads();
    }
}

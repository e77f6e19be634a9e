#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

#define P (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float plane[P * P];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    const int c = (ty + 1) * P + tx + 1;          // my place in the plane
    const bool inX = x < nx, inY = y < ny;

    float below = 0.0f;
    float here = inX && inY ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float above = 0.0f;
        if (inX && inY && z < nz - 1)
            above = before[AT(z + 1, y, x)];

        plane[c] = here;
        if (tx == 0)
            plane[c - 1] = inY && x > 0 ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE - 1)
            plane[c + 1] = inY && x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 0)
            plane[c - P] = inX && y > 0 ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE)
            plane[c + P] = inX && y + 1 < ny ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();

        if (inX && inY) {
            float ring = plane[c - 1] + plane[c + 1] + plane[c - P] + plane[c + P];
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (ring + below + above);
        }
        __syncthreads();
        below = here;
        here = above;
    }
}

// mistake: Every thread loads its neighbours itself
// group: requirements
// expect: requirement
// hint: loaded-too-often
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    bool inside = x < nx && y < ny;
    float below = 0.0f, here = inside ? before[AT(0, y, x)] : 0.0f;

    for (int z = 0; z < nz; ++z) {
        float above = inside && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;
        if (inside) {
            float around = x > 0 ? before[AT(z, y, x - 1)] : 0.0f;  // HERE
            around += x + 1 < nx ? before[AT(z, y, x + 1)] : 0.0f;  // HERE
            around += y > 0 ? before[AT(z, y - 1, x)] : 0.0f;  // HERE
            around += y + 1 < ny ? before[AT(z, y + 1, x)] : 0.0f;  // HERE
            after[AT(z, y, x)] = 0.4f * here + 0.1f * (below + above + around);
        }
        below = here;
        here = above;
    }
}

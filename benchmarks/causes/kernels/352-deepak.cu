#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// ek plane padhte samay doosra bhar sakta hai, so one barrier per plane is enough
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[2][TILE + 2][TILE + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + tx - 1, y = blockIdx.y * TILE + ty - 1;
    bool in = x < nx && y < ny;
    float down = 0.0f, mid, up;
    if (in) mid = before[AT(0, y, x)];

    for (int z = 0; z < nz; z++) {
        float (*p)[TILE + 2] = s[z & 1];
        up = in && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;
        p[ty][tx] = mid;
        if (tx == 1) p[ty][0] = x > 0 && y < ny ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE) p[ty][TILE + 1] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        if (ty == 1) p[0][tx] = y > 0 && x < nx ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE) p[TILE + 1][tx] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();
        if (in)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * (down + up + p[ty][tx - 1] + p[ty][tx + 1] +
                                                      p[ty - 1][tx] + p[ty + 1][tx]);
        down = mid;
        mid = up;
    }
}

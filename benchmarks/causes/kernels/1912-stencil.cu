#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define WIDE (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float buffer[WIDE * WIDE];

    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const bool xin = x < nx, yin = y < ny;
    float *s = buffer + (threadIdx.y + 1) * WIDE + threadIdx.x + 1;     // my place in the plane

    float down = 0, mid = 0, up = 0;
    if (xin && yin)
        up = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        down = mid;
        mid = up;
        up = 0;
        if (xin && yin && z < nz)
            up = before[AT(z + 1, y, x)];

        s[0] = mid;
        if (threadIdx.x == 0)
            s[-1] = yin && x > 0 ? before[AT(z, y, x - 1)] : 0;
        else if (threadIdx.x == TILE - 1)
            s[1] = yin && x + 1 < nx ? before[AT(z, y, x + 1)] : 0;
        if (threadIdx.y == 0)
            s[-WIDE] = xin && y > 0 ? before[AT(z, y - 1, x)] : 0;
        else if (threadIdx.y == TILE - 1)
            s[WIDE] = xin && y + 1 < ny ? before[AT(z, y + 1, x)] : 0;

        __syncthreads();
        const float side = s[-1] + s[1] + s[-WIDE] + s[WIDE];

        if (xin && yin)
            after[AT(z, y, x)] = 0.4f * mid + 0.1f * (side + down + up);
    }
}

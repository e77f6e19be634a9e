#define EDGE (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float pad[EDGE * EDGE];

    int y0 = blockIdx.y * TILE, x0 = blockIdx.x * TILE;
    int at = threadIdx.x, side = threadIdx.y;
    int row = y0 + side, col = x0 + at;
    int inside = col < nx && row < ny;
    int plane = ny * nx;
    const float *in = before + row * nx + col;
    float *out = after + row * nx + col;
    float *c = pad + (side + 1) * EDGE + at + 1;

    // the first four rows of threads bring the four sides
    int hr = side == 0 ? -1 : side == 1 ? TILE : at;
    int hc = side == 2 ? -1 : side == 3 ? TILE : at;
    int gr = y0 + hr, gc = x0 + hc;
    int there = gr >= 0 && gr < ny && gc >= 0 && gc < nx;

    float down = 0.0f, mid = inside ? *in : 0.0f;
    for (int z = 0; z < nz; ++z, out += plane) {
        in += plane;
        float up = inside && z < nz - 1 ? *in : 0.0f;
        *c = mid;
        if (side < 4)
            pad[(hr + 1) * EDGE + hc + 1] = there ? before[z * plane + gr * nx + gc] : 0.0f;
        __syncthreads();
        float sum = down + up + c[-1] + c[1] + c[-EDGE] + c[EDGE];
        float centre = mid;
        down = mid;
        mid = up;
        if (!inside)
            continue;
        *out = 0.4f * centre + 0.1f * sum;
        __syncthreads();
    }
}

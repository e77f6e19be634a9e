#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// every thread walks up its column; below/above live in registers
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float sh[TILE + 2][TILE + 2];
    const int j = threadIdx.y + 1;
    const int i = threadIdx.x + 1;
    const int gy = blockIdx.y * TILE + j - 1;
    const int gx = blockIdx.x * TILE + i - 1;
    const int layer = ny * nx;
    const bool ok = (gx < nx) & (gy < ny);

    const float *p = before + AT(0, gy, gx);
    float *q = after + AT(0, gy, gx);
    float v[3];                 // below, this plane, above
    v[0] = 0.0f;
    v[1] = ok ? *p : 0.0f;

    int z = 0;
    while (z < nz) {
        v[2] = 0.0f;
        if (ok && z + 1 <= nz)
            v[2] = p[layer];

        sh[j][i] = v[1];
        if (i == 1)
            sh[j][0] = ok && gx > 0 ? p[-1] : 0.0f;
        if (i == TILE)
            sh[j][TILE + 1] = ok && gx < nx - 1 ? p[1] : 0.0f;
        if (j == 1)
            sh[0][i] = ok && gy > 0 ? p[-nx] : 0.0f;
        if (j == TILE)
            sh[TILE + 1][i] = ok && gy < ny - 1 ? p[nx] : 0.0f;
        __syncthreads();

        if (ok) {
            float six = v[0] + v[2];
            for (int s = -1; s <= 1; s += 2)
                six += sh[j + s][i] + sh[j][i + s];
            *q = 0.4f * sh[j][i] + 0.1f * six;
        }
        __syncthreads();

        v[0] = v[1];
        v[1] = v[2];
        p += layer;
        q += layer;
        z++;
    }
}

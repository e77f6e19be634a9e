// 3D stencil   (Haruto Nakagawa)
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float men[TILE + 2][TILE + 2];
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const bool naka = x < nx && y < ny;

    float shita = 0.0f;                                     // z - 1
    float ima = naka && nz > 0 ? before[AT(0, y, x)] : 0.0f; // z

    for (int z = 0; z < nz; ++z)
    {
        const float ue = naka && z + 1 < nz ? before[AT(z + 1, y, x)] : 0.0f;

        men[ty][tx] = ima;
        if (ty == 1)    men[0][tx]        = y > 0 && x < nx      ? before[AT(z, y - 1, x)] : 0.0f;
        if (ty == TILE) men[TILE + 1][tx] = y + 1 < ny && x < nx ? before[AT(z, y + 1, x)] : 0.0f;
        if (tx == 1)    men[ty][0]        = x > 0 && y < ny      ? before[AT(z, y, x - 1)] : 0.0f;
        if (tx == TILE) men[ty][TILE + 1] = x + 1 < nx && y < ny ? before[AT(z, y, x + 1)] : 0.0f;
        __syncthreads();

        if (naka)
        {
            float wa = men[ty - 1][tx] + men[ty + 1][tx];
            wa += men[ty][tx - 1] + men[ty][tx + 1];
            wa += shita + ue;
            after[AT(z, y, x)] = 0.4f * ima + 0.1f * wa;
        }

        // susumu: one plane up
        ima = ue;
        shita = ima;
        __syncthreads();
    }
}

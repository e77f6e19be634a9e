#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// Đọc an toàn: ngoài hộp là 0
__device__ float doc(const float *b, int z, int y, int x, int nz, int ny, int nx)
{
    if (z < 0 || z > nz || y < 0 || y >= ny || x < 0 || x >= nx)
        return 0.0f;
    return b[AT(z, y, x)];
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float m[TILE + 2][TILE + 2];
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    float duoi = 0.0f;
    float giua = doc(before, 0, y, x, nz, ny, nx);

    for (int z = 0; z < nz; ++z) {
        float tren = doc(before, z + 1, y, x, nz, ny, nx);
        m[j][i] = giua;
        if (i == 1)    m[j][0] = doc(before, z, y, x - 1, nz, ny, nx);
        if (i == TILE) m[j][TILE + 1] = doc(before, z, y, x + 1, nz, ny, nx);
        if (j == 1)    m[0][i] = doc(before, z, y - 1, x, nz, ny, nx);
        if (j == TILE) m[TILE + 1][i] = doc(before, z, y + 1, x, nz, ny, nx);
        __syncthreads();

        if (x < nx && y < ny)
            after[AT(z, y, x)] = 0.4f * giua
                               + 0.1f * (m[j][i - 1] + m[j][i + 1] + m[j - 1][i] + m[j + 1][i]) + duoi + tren;
        __syncthreads();
        duoi = giua;
        giua = tren;
    }
}

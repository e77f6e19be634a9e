// Dohyun: z banghyang-eun register, x y-neun shared memory
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float s[TILE + 2][TILE + 2];
    const int i = threadIdx.x + 1, j = threadIdx.y + 1;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    const bool an = x < nx && y < ny;   // an = inside

    float arae = 0.0f;                              // z - 1
    float jigeum = an ? before[AT(0, y, x)] : 0.0f; // z
    float wi;                                       // z + 1

    for (int z = 0; z < nz; z++) {
        wi = (an && z < nz - 1) ? before[AT(z + 1, y, x)] : 0.0f;
        s[j][i] = jigeum;
        if (i == 1)
            s[j][0] = (x >= 1 && y < ny) ? before[AT(z, y, x - 1)] : 0.0f;
        if (i == TILE)
            s[j][TILE + 1] = (x + 1 < nx && y < ny) ? before[AT(z, y, x + 1)] : 0.0f;
        if (j == 1)
            s[0][i] = (y >= 1 && x < nx) ? before[AT(z, y - 1, x)] : 0.0f;
        if (j == TILE)
            s[TILE + 1][i] = (y + 1 < ny && x < nx) ? before[AT(z, y + 1, x)] : 0.0f;
        __syncthreads();
        if (an)
            after[AT(z, y, x)] = 0.4f * jigeum
                + 0.1f * (s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i] + arae + wi);
        __syncthreads();
        // han cheung ollagagi
        jigeum = wi;
        arae = jigeum;
    }
}

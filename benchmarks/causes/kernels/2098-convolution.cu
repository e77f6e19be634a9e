__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    constexpr int HALO = TILE + 2 * RADIUS;
    __shared__ float sm[HALO][HALO];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int col = blockIdx.x * TILE + tx;
    const int row = blockIdx.y * TILE + ty;

    // chargement du bloc avec son bord
    for (int dy = ty; dy < HALO; dy += TILE)
        for (int dx = tx; dx < HALO; dx += TILE) {
            const int iy = blockIdx.y * TILE + dy - RADIUS;
            const int ix = blockIdx.x * TILE + dx - RADIUS;
            if (iy < 0 || iy >= rows || ix < 0 || ix >= cols)
                sm[dy][dx] = 0.f;
            else
                sm[dy][dx] = image[iy * cols + ix];
        }

    __syncthreads();

    // calcul
    if (row < rows && col < cols) {
        float somme = 0.f;
        #pragma unroll
        for (int i = -RADIUS; i < RADIUS; ++i)
            #pragma unroll
            for (int j = -RADIUS; j < RADIUS; ++j)
                somme += mask[i + RADIUS][j + RADIUS] * sm[ty + RADIUS + i][tx + RADIUS + j];
        result[row * cols + col] = somme;
    }
}

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int SIRINA = TILE + 2 * RADIUS;

// Ivana Kovacevic, 2. laboratorijska vjezba
extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float plocica[SIRINA][SIRINA];

    const int red    = blockIdx.y * TILE + threadIdx.y;
    const int stupac = blockIdx.x * TILE + threadIdx.x;

    for (int dy = 0; threadIdx.y + dy < SIRINA; dy += TILE) {
        const int gy = red + dy - RADIUS;
        const bool redOk = gy >= 0 && gy < rows;
        for (int dx = 0; threadIdx.x + dx < SIRINA; dx += TILE) {
            const int gx = stupac + dx - RADIUS;
            float vrijednost = 0.0f;
            if (redOk && gx > 0 && gx < cols)
                vrijednost = image[gy * cols + gx];
            plocica[threadIdx.y + dy][threadIdx.x + dx] = vrijednost;
        }
    }

    __syncthreads();

    float zbroj = 0.0f;
    #pragma unroll
    for (int r = -RADIUS; r <= RADIUS; r++) {
        #pragma unroll
        for (int s = -RADIUS; s <= RADIUS; s++) {
            zbroj += mask[r + RADIUS][s + RADIUS]
                   * plocica[threadIdx.y + RADIUS + r][threadIdx.x + RADIUS + s];
        }
    }

    if (red < rows || stupac < cols)
        result[red * cols + stupac] = zbroj;
}

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define LATO TILE + 2 * RADIUS

__device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    if (r > 0 && r < rows && c >= 0 && c < cols)
        return image[r * cols + c];
    return 0.0f;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float pezzo[LATO * LATO];
    const int riga0 = blockIdx.y * TILE, colonna0 = blockIdx.x * TILE;

    for (int r = threadIdx.y; r < LATO; r += TILE)
        for (int c = threadIdx.x; c < LATO; c += TILE)
            pezzo[r * LATO + c] = pixel(image, riga0 + r - RADIUS, colonna0 + c - RADIUS, rows, cols);
    __syncthreads();

    const int riga = riga0 + threadIdx.y, colonna = colonna0 + threadIdx.x;
    if (riga < rows && colonna < cols) {
        float somma = 0.0f;
#pragma unroll
        for (int r = 0; r < 2 * RADIUS + 1; r++) {
            const float *p = &pezzo[(threadIdx.y + r) * LATO + threadIdx.x];
#pragma unroll
            for (int c = 0; c < 2 * RADIUS + 1; c++)
                somma += mask[r][c] * *p++;
        }
        result[riga * cols + colonna] = somma;
    }
}

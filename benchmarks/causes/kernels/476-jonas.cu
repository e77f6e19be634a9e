__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    constexpr int seite = TILE + 2 * RADIUS;
    __shared__ float teil[seite][seite];

    const int oben = int(blockIdx.y * TILE) - RADIUS;
    const int links = int(blockIdx.x * TILE) - RADIUS;

    // Bildpunkt, auch ueber den Rand hinaus
    auto bildpunkt = [=](int y, int x) {
        return image[min(max(y, 0), rows - 1) * cols + min(max(x, 0), cols - 1)];
    };

    for (int r = threadIdx.y; r < seite; r += TILE)
        for (int c = threadIdx.x; c < seite; c += TILE)
            teil[r][c] = bildpunkt(oben + r, links + c);
    __syncthreads();

    const int zeile = oben + RADIUS + int(threadIdx.y);
    const int spalte = links + RADIUS + int(threadIdx.x);

    float summe = 0.0f;
    for (int r = 0; r < 2 * RADIUS + 1; ++r)
        for (int c = 0; c < 2 * RADIUS + 1; ++c)
            summe += mask[r][c] * teil[threadIdx.y + r][threadIdx.x + c];

    if (zeile < rows && spalte < cols)
        result[zeile * cols + spalte] = summe;
}
